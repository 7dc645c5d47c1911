import type { FailureReason } from './run-state.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { SpecRun } from './spec-run.ts';
import type { OutcomeChange } from './messages.ts';

/** What a job's outcomes change in the study's counts of latest attempts; the nominal run counts nowhere. */
export function changeOf(runs: readonly SpecRun[], outcomes: readonly RunOutcome[]): OutcomeChange {
  const failures = new Map<FailureReason, number>();
  const add = (reason: FailureReason, by: number): void => {
    failures.set(reason, (failures.get(reason) ?? 0) + by);
  };
  let done = 0;
  let failed = 0;
  for (const { run, reason } of runs) {
    if (run > 0 && reason !== undefined) {
      failed -= 1;
      add(reason, -1);
    }
  }
  for (const outcome of outcomes) {
    if (outcome.run === 0) continue;
    if (outcome.status === 'Done') done += 1;
    else {
      failed += 1;
      add(outcome.reason ?? 'job-failed', 1);
    }
  }
  return {
    done,
    failed,
    failures: [...failures]
      .filter(([, count]) => count !== 0)
      .map(([reason, count]) => ({ reason, count })),
  };
}
