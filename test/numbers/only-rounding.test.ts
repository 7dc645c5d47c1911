import { describe, expect, it } from 'vitest';
import { isOnlyRounding, withoutRounding } from '../../src/numbers/index.ts';

describe('numbers that differ by rounding only', () => {
  it.each([
    ['sums in another order', [0.3, 0.1 + 0.2]],
    ['equal ones', [5, 5, 5]],
    ['none but zeros', [0, -0]],
    ['less than a part in 10¹⁴', [1e6, 1e6 * (1 + 9e-15)]],
    ['what is missing beside', [NaN, 2, 2, Infinity]],
  ])('are those of %s', (_, values) => {
    expect(isOnlyRounding(values)).toBe(true);
  });

  it.each([
    ['a part in 10¹³', [1, 1 + 1e-13]],
    ['zero and the smallest double', [0, 5e-324]],
    ['the largest doubles of both signs', [Number.MAX_VALUE, -Number.MAX_VALUE]],
    ['one number', [1, NaN]],
    ['none', []],
  ])('are not %s', (_, values) => {
    expect(isOnlyRounding(values)).toBe(false);
  });
});

it('of numbers that differ by rounding only, the first stands for all that count', () => {
  const values = Float64Array.of(0.3, 0.1 + 0.2, NaN, 7);
  expect([...withoutRounding(values, [true, true, true, false])]).toEqual([0.3, 0.3, NaN, 7]);
  expect(withoutRounding(values, [true, true, true, true])).toBe(values);
});
