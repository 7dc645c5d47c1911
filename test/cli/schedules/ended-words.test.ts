import { expect, it } from 'vitest';
import { endedWords, outcomeWords } from '../../../src/cli/schedules/schedule-words.ts';

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

it.each([
  ['incomparable', 0, { failed: 2, total: 10 }, 'incomparable (2 of 10 runs failed)'],
  ['moved', 1, { failed: 3, total: 4 }, 'moved (1 value, 3 of 4 runs failed)'],
  ['moved', 2, { failed: 0, total: 4 }, 'moved (2 values)'],
  ['incomparable', 0, undefined, 'incomparable'],
] as const)('lists one that is %s, with %d values and %j: %s', (comparison, moved, runs, words) => {
  const [passTime, studyId] = ['2026-03-01T03:00:00.000Z', 's'];
  const closed = { orderCreatedAt: passTime, closedAt: passTime, notes: [], state: 'Finished' };
  const result = { passTime, studyId, ...closed, comparison, moved, ...(runs && { runs }) };
  expect(outcomeWords({ passTime, studyId, result })).toBe(words);
});
