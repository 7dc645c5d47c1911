import { expect, it } from 'vitest';
import type { AmendmentCost } from '../../../src/cli/amend/amendment-cost.ts';
import { needsPrice, withAskedPrices } from '../../../src/cli/amend/asked-prices.ts';
import type { AmendedHardware } from '../../../src/cli/amend/read-hardware.ts';
import type { Study } from '../../../src/study/study.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const studies = { before: { name: 'before' } as Study, after: { name: 'after' } as Study };

function costOf(hours: number | null, most: number | null): AmendmentCost {
  const coreHours = { low: null, high: hours };
  return { jobs: 0, coreHours, cost: { low: null, high: most, currency: null } };
}

it('a price is needed for hours that are known, and for nothing else', () => {
  expect(needsPrice(costOf(3, null))).toBe(true);
  expect(needsPrice(costOf(3, 1.5))).toBe(false);
  expect(needsPrice(costOf(0, null))).toBe(false);
  expect(needsPrice(costOf(null, null))).toBe(false);
});

it('a price that nobody has read is asked for once, and holds before and after where the hardware stays', async () => {
  const asked: string[] = [];
  const ask = (study: Study) => {
    asked.push(study.name);
    return Promise.resolve(usd(0.06));
  };
  const none = { before: undefined, after: undefined };
  expect(await withAskedPrices({ prices: none }, studies, ask)).toEqual({
    ...{ before: usd(0.06), after: usd(0.06) },
  });
  expect(asked).toEqual(['before']);
  const hardware = {} as AmendedHardware;
  const other = { prices: { before: undefined, after: usd(0.09) }, hardware };
  expect(await withAskedPrices(other, studies, ask)).toEqual({
    ...{ before: usd(0.06), after: usd(0.09) },
  });
  const kept = { before: usd(0.05), after: usd(0.05) };
  expect(await withAskedPrices({ prices: kept }, studies, ask)).toEqual(kept);
  expect(asked).toEqual(['before', 'before']);
});

it('where nobody tells it there is none', async () => {
  const none = { before: undefined, after: undefined };
  const ask = () => Promise.resolve(undefined);
  expect(await withAskedPrices({ prices: none }, studies, ask)).toEqual(none);
});
