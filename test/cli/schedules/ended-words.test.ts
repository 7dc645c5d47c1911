import { expect, it } from 'vitest';
import { endedWords } from '../../../src/cli/schedules/schedule-words.ts';

it.each([
  ['incomparable', 0, [{ runs: 2 }, { runs: 1 }], '3 runs failed, so it could not be compared'],
  ['incomparable', 0, [{ runs: 1 }], '1 run failed, so it could not be compared'],
  ['incomparable', 0, [], 'incomparable'],
  ['same', 0, [{ runs: 1 }], 'same'],
  ['moved', 2, [{ runs: 1 }], 'moved (2 values)'],
] as const)(
  'says of an occurrence that is %s, with %d values and %j: %s',
  (comparison, moved, causes, words) => {
    expect(endedWords({ comparison, moved }, causes)).toBe(words);
  },
);
