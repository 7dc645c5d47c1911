import { expect, it } from 'vitest';
import { limitOf } from '../../src/run/index.ts';

it('as many runs may fail as a study says, whatever it plans, or a share of those that it plans, rounded down', () => {
  expect(limitOf({ kind: 'count', value: 5 }, 3)).toBe(5);
  expect(limitOf({ kind: 'fraction', value: 0.5 }, 9)).toBe(4);
  expect(limitOf({ kind: 'fraction', value: 0 }, 9)).toBe(0);
  // 0.29 * 100 is a little less than 29.
  expect(limitOf({ kind: 'fraction', value: 0.29 }, 100)).toBe(29);
  expect(limitOf({ kind: 'fraction', value: 1 }, 7)).toBe(7);
});
