import { expect, it } from 'vitest';
import { costText, rangeText } from '../../src/study/cost-text.ts';

const usd = (low: number | null, high: number | null) => ({ low, high, currency: 'USD' });

it('a cost is a range, or the most where nothing has run', () => {
  expect(costText(usd(3, 4))).toBe('about 3.00 to 4.00 USD');
  expect(costText(usd(null, 12))).toMatch(/^at most 12\.00 USD /u);
  expect(rangeText(usd(1.2, null))).toBe('>=1.20 USD');
});

it('a cost of less than a cent is told by its digits, and nothing as nothing', () => {
  expect(costText(usd(0.0001, 0.004))).toBe('about 0.0001 to 0.004 USD');
  expect(rangeText(usd(0.0001, 0.004))).toBe('0.0001-0.004 USD');
  expect(costText(usd(0.0001, 0.12))).toBe('about 0.0001 to 0.12 USD');
  expect(costText(usd(0.00171, 0.00174))).toBe('about 0.0017 USD');
  expect(costText(usd(0, 0))).toBe('about 0.00 USD');
  expect(rangeText(usd(0, 0))).toBe('0.00 USD');
});
