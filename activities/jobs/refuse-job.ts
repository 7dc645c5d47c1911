import type { FailureReason } from '../../src/run/run-state.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { keepOutcomes, readJobSpec, specRuns } from '../../src/store/index.ts';
import type { JobEnd } from '../../src/run/messages.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { changeOf } from '../../src/run/count-outcomes.ts';

/** The job was turned down: each of its runs has failed with the sentence the platform gave. */
export async function refuseJob(
  { store }: ActivityDependencies,
  {
    studyId,
    jobNumber,
    message,
  }: { readonly studyId: string; readonly jobNumber: number; readonly message: string },
  _run: ActivityRun,
): Promise<JobEnd> {
  const folder = store.study(studyId);
  const runs = specRuns(await readJobSpec(folder, jobNumber));
  const reason: FailureReason = 'job-failed';
  const outcomes = runs.map(({ run, attempt }): RunOutcome => ({
    run,
    attempt,
    jobNumber,
    status: 'Failed',
    reason,
    message,
    values: {},
  }));
  await keepOutcomes(folder, jobNumber, outcomes);
  // What was refused for good is refused again: never retried by itself.
  return { jobNumber, outcome: 'refused', change: changeOf(runs, outcomes), retryable: 0, message };
}
