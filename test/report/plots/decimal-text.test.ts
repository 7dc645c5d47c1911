import { expect, it } from 'vitest';
import { decimalText } from '../../../src/report/plots/decimal-text.ts';

it.each([
  [0n, 5, '0'],
  [25n, -2, '0.25'],
  [-5n, -4, '-0.0005'],
  [15n, -22, '1.5e-21'],
  [20n, 4, '200000'],
  [2n, 6, '2e6'],
  [1013255n, -1, '101325.5'],
  [-12n, 299, '-1.2e300'],
  [1n, -324, '1e-324'],
])('%d times ten to the power of %d is written %s', (whole, power, text) => {
  expect(decimalText(whole, power)).toBe(text);
});
