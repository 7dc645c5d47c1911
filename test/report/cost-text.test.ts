import { describe, expect, it } from 'vitest';
import { costText } from '../../src/report/cost-text.ts';

describe('the cost in words', () => {
  it.each([
    [{ low: 0.00004982, high: 0.12, currency: 'USD' }, '0.00005 to 0.12 USD'],
    [{ low: 0.001, high: 0.004, currency: 'USD' }, '0.001 to 0.004 USD'],
    [{ low: 3, high: 3, currency: 'USD' }, '3.00 USD'],
    [{ low: 1.5, high: null, currency: null }, 'at least 1.50 (currency not known)'],
    [{ low: 0.00004982, high: null, currency: 'USD' }, 'at least 0.00005 USD'],
    [{ low: null, high: 0.004, currency: 'USD' }, 'at most 0.004 USD'],
    [{ low: null, high: null, currency: 'USD' }, 'not known'],
  ])('tells small amounts from nothing, never by powers of ten: %j is %s', (cost, words) => {
    expect(costText(cost)).toBe(words);
  });
});
