import { afterAll, expect, it } from 'vitest';
import { readStudyCost, type PriceReader } from '../../../src/cli/studies/read-cost.ts';
import { readStoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { endRuns, placeStudy } from '../../kit/finished-study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);

it('an open study of which no price was read yet is told at the price of its own priority', async () => {
  await placeStudy(
    store,
    'beam-1',
    `name: beam
variables:
  - { name: x, type: Param, values: [1, 2] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
  isLowPriority: true
`,
  );
  await endRuns(store, 'beam-1', () => ({ 'out.txt': 'y = 1' }));
  const stored = await readStoredStudy(store, 'beam-1');
  if (stored === undefined) throw new Error('Expected the study beam-1 to be kept');
  const costAt = async (priceOf: PriceReader) => readStudyCost(store, stored, priceOf, false);
  const low = await costAt(({ coreType, isLowPriority }) =>
    Promise.resolve(
      coreType === 'emerald' ? { amount: isLowPriority ? 2 : 5, currency: 'USD' } : undefined,
    ),
  );
  const two = await costAt(() => Promise.resolve({ amount: 2, currency: 'USD' }));
  expect(low).toEqual(two);
  expect(low).toMatchObject({ currency: 'USD', basis: 'so far' });
  expect(low.low).toBeGreaterThan(0);
});
