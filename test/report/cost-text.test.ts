import { describe, expect, it } from 'vitest';
import { costText } from '../../src/report/cost-text.ts';

describe('the cost in words', () => {
  it.each([
    [{ low: 0.00004982, high: 0.12, currency: 'USD' }, '0.00 to 0.12 USD'],
    [{ low: 0.001, high: 0.004, currency: 'USD' }, 'less than 0.01 USD'],
    [{ low: 3, high: 3, currency: 'USD' }, '3.00 USD'],
    [{ low: 1.5, high: null, currency: null }, 'at least 1.50 (currency not known)'],
    [
      { low: 0.00004982, high: null, currency: 'USD' },
      'less than 0.01 USD so far, and no upper bound is known',
    ],
    [{ low: null, high: null, currency: 'USD' }, 'not known'],
  ])('shows cents, never powers of ten: %j is %s', (cost, words) => {
    expect(costText(cost)).toBe(words);
  });
});
