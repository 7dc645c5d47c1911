import { expect, it } from 'vitest';
import { five, showing } from '../../../src/cli/analysis/titled-table.ts';

it.each([
  [[1.23456789, 2], 1.23456789, '1.2346'],
  [[1e9 + 0.25, 1e9 + 0.5], 1e9 + 0.25, '1000000000.25'],
  [[-1e9, -1e9 + 2], -1e9 + 1, '-999999999'],
  [[1e9, 1e9], 1e9, '1.0000e+9'],
  [[1e-9, 3], 2, '2'],
  [[1e-12, 2e-12], 1.5e-12, '1.5000e-12'],
  [[1e9, 1e9 + 1e-3], 1e9 + 1e-3, '1000000000.001'],
  [[1, 1 + 4e-16], 1, '1'],
  [[undefined, 7], 7, '7'],
  [[], 7.123456, '7.1235'],
])('numbers among %j are told apart: %d is %s', (together, value, wanted) => {
  expect(showing(together)(value)).toBe(wanted);
});

it('is nothing for no number, and five digits or fewer where these are asked for', () => {
  expect([showing([1, 2])(undefined), five(undefined), showing([1, 2], 4)(1.23456)]).toEqual([
    '',
    '',
    '1.235',
  ]);
});
