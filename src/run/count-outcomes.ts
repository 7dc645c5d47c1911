/** Counts of runs by the attempt that counts, and what a job changes in them. The nominal run counts nowhere. */
import type { FailureReason } from './failure-reason.ts';
import type { CollectedRuns, OutcomeChange } from './messages.ts';
import { mayRunAgain } from './attempts.ts';
import { mergeOutcomes, reasonOf, type RunOutcome } from './run-outcome.ts';
import { streaksOf } from './run-streaks.ts';
import type { SpecRun } from './spec-run.ts';

/** Counts of planned runs by the attempt that counts. */
export function countLatest(
  outcomes: readonly (readonly RunOutcome[])[],
  runCount: number,
): OutcomeChange {
  const counted = [...mergeOutcomes(outcomes).values()].filter(({ run }) => run <= runCount);
  return changeOf([], counted);
}

/**
 * What a job's outcomes change in the study's counts; a run that was done before is counted already, and stays done.
 * @param runs of the job, with what came before
 */
export function changeOf(runs: readonly SpecRun[], outcomes: readonly RunOutcome[]): OutcomeChange {
  const counted = new Set(runs.flatMap(({ run, done }) => (done === true ? [run] : [])));
  const planned = outcomes.filter(({ run }) => run > 0 && !counted.has(run));
  const before = runs.filter(({ run }) => run > 0).flatMap(({ reason }) => reason ?? []);
  const now = planned.flatMap((outcome) => reasonOf(outcome) ?? []);
  const failures = new Map<FailureReason, number>();
  for (const reason of before) failures.set(reason, (failures.get(reason) ?? 0) - 1);
  for (const reason of now) failures.set(reason, (failures.get(reason) ?? 0) + 1);
  return {
    done: planned.length - now.length,
    failed: now.length - before.length,
    failures: [...failures].flatMap(([reason, count]) => (count === 0 ? [] : { reason, count })),
  };
}

/** What a job's outcomes so far come to. @param runs of the job, with what came before */
export function countCollected(
  runs: readonly SpecRun[],
  outcomes: readonly RunOutcome[],
  retries: Parameters<typeof mayRunAgain>[2],
): CollectedRuns & Required<Pick<CollectedRuns, 'streaks'>> {
  const specs = new Map(runs.map((run) => [run.run, run]));
  const judged = outcomes.flatMap(({ run }) => specs.get(run) ?? []);
  const retryable = outcomes.filter((outcome) =>
    mayRunAgain(outcome, specs.get(outcome.run)?.spent ?? {}, retries),
  ).length;
  return {
    runs: outcomes.length,
    change: changeOf(judged, outcomes),
    retryable,
    streaks: streaksOf(outcomes),
  };
}
