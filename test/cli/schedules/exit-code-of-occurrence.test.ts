import { expect, it } from 'vitest';
import { exitCodeOfOccurrence } from '../../../src/cli/schedules/exit-code-of-occurrence.ts';

it.each([
  ['first', 'Finished', 0],
  ['same', 'Finished', 0],
  ['same', 'Finished with failures', 0],
  ['moved', 'Finished', 9],
  ['moved', 'Finished with failures', 9],
  ['incomparable', 'Finished', 9],
  ['incomparable', 'Finished with failures', 3],
  ['incomparable', 'Stopped', 3],
  ['incomparable', 'Broken', 3],
  ['skipped', 'Skipped', 5],
] as const)('an occurrence that is %s and ended %s has the code %d', (comparison, state, code) => {
  expect(exitCodeOfOccurrence({ comparison, state })).toBe(code);
});
