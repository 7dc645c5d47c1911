import { expect, it } from 'vitest';
import type { JobProgress } from '../../src/run/messages.ts';
import {
  countDoneAgain,
  countRepeated,
  countSubmitted,
} from '../../workflows/study/runs-in-flight.ts';

/** A retry of ten runs, four of which never began before, after so many of each kind were judged. */
function retryAfter({ first, again }: { first: number; again: number }): JobProgress {
  // A first try adds to the counts; a further one that is done leaves its failure.
  const change = { done: first + again, failed: -again, failures: [] };
  const collected = { runs: first + again, change, retryable: 0 };
  return { jobNumber: 3, runs: 10, phase: 'waiting', collected };
}

it.each([
  [{ first: 0, again: 0 }, 10, 6],
  [{ first: 3, again: 0 }, 7, 6],
  [{ first: 0, again: 2 }, 8, 4],
  [{ first: 4, again: 6 }, 0, 0],
])(
  'counts the runs of a retry that ended before apart from its first tries, after %o',
  (judged, submitted, repeated) => {
    const jobs = [retryAfter(judged)];
    expect(countSubmitted(jobs)).toBe(submitted);
    expect(countRepeated(jobs, 3, { firstTries: { 3: 4 } })).toBe(repeated);
    expect(countRepeated(jobs, 4, { firstTries: { 3: 4 } })).toBe(0);
  },
);

it('counts done runs that run again apart from failed ones', () => {
  const jobs = [retryAfter({ first: 0, again: 0 })];
  const beside = { firstTries: {}, doneAgain: { 3: 7 } };
  expect(countRepeated(jobs, 3, beside)).toBe(3);
  expect(countDoneAgain(jobs, beside)).toBe(7);
  expect(countDoneAgain([retryAfter({ first: 0, again: 6 })], beside)).toBe(4);
});
