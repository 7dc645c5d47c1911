import { expect, it } from 'vitest';
import { amountText } from '../../src/study/amount-text.ts';

it.each([
  ...[[0, '0.00'] as const, [12, '12.00'] as const, [0.1, '0.10'] as const],
  ...[[0.0999, '0.10'] as const, [0.05, '0.05'] as const, [0.0123, '0.012'] as const],
  ...[[0.0034, '0.0034'] as const, [0.000_049_82, '0.00005'] as const],
  ...[[1e-6, '0.000001'] as const, [1.23e-9, '0.0000000012'] as const],
  [-0.004, '-0.004'] as const,
])('an amount of %s is told as %s, by the digits that tell it from nothing', (amount, words) => {
  expect(amountText(amount)).toBe(words);
});
