import { describe, expect, it } from 'vitest';
import { mergeOutcomes, reasonOf, type RunOutcome } from '../../src/run/run-outcome.ts';

const outcome = (attempt: number, status: 'Done' | 'Failed', jobNumber = attempt): RunOutcome =>
  ({ run: 1, attempt, status, jobNumber, values: {} }) as unknown as RunOutcome;

/** The outcome that counts, whichever way round the two come. */
function chosen(one: RunOutcome, other: RunOutcome): readonly (RunOutcome | undefined)[] {
  return [mergeOutcomes([[one], [other]]).get(1), mergeOutcomes([[other, one]]).get(1)];
}

describe('of the attempts of a run counts', () => {
  it.each([
    ['one that is done, before a later one that failed', outcome(1, 'Done'), outcome(2, 'Failed')],
    ['one that is done, after one that failed', outcome(2, 'Done'), outcome(1, 'Failed')],
    ['the first of two that are done', outcome(1, 'Done'), outcome(2, 'Done')],
    [
      'of two that are done, the one with the newer files of the study',
      { ...outcome(2, 'Done'), revision: 2 },
      outcome(1, 'Done'),
    ],
    ['the latest of those that failed', outcome(2, 'Failed'), outcome(1, 'Failed')],
  ])('%s', (_what, wanted, other) => {
    expect(chosen(wanted, other)).toEqual([wanted, wanted]);
  });

  it('what came last of one attempt that failed, and what came first of one that is done', () => {
    const failed = [outcome(1, 'Failed', 1), outcome(1, 'Failed', 2)];
    expect(mergeOutcomes([failed]).get(1)).toBe(failed[1]);
    const done = [outcome(1, 'Done', 1), outcome(1, 'Done', 2)];
    expect(mergeOutcomes([done]).get(1)).toBe(done[0]);
  });
});

it('each run has an outcome of its own, in the order in which runs came', () => {
  const second = { ...outcome(1, 'Done'), run: 2 };
  const merged = mergeOutcomes([[second], [], [outcome(1, 'Failed')]]);
  expect([...merged]).toEqual([
    [2, second],
    [1, outcome(1, 'Failed')],
  ]);
});

it('a failed attempt without a reason failed with its job, and one that is done has none', () => {
  expect(reasonOf(outcome(1, 'Failed'))).toBe('job-failed');
  expect(reasonOf({ ...outcome(1, 'Failed'), reason: 'timeout' })).toBe('timeout');
  expect(reasonOf(outcome(1, 'Done'))).toBeUndefined();
});
