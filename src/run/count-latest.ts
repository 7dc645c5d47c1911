import type { FailureReason } from './run-state.ts';
import { mergeOutcomes, type RunOutcome } from './run-outcome.ts';

/** Counts of planned runs by their latest attempt; the nominal run isn't counted. */
export function countLatest(
  outcomes: readonly (readonly RunOutcome[])[],
  runCount: number,
): { done: number; failed: number; failures: { reason: FailureReason; count: number }[] } {
  const failures = new Map<FailureReason, number>();
  let done = 0;
  let failed = 0;
  for (const outcome of mergeOutcomes(outcomes).values()) {
    if (outcome.run < 1 || outcome.run > runCount) continue;
    if (outcome.status === 'Done') done += 1;
    else {
      failed += 1;
      const reason = outcome.reason ?? 'job-failed';
      failures.set(reason, (failures.get(reason) ?? 0) + 1);
    }
  }
  return { done, failed, failures: [...failures].map(([reason, count]) => ({ reason, count })) };
}
