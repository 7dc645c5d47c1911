import { hoursOfRuns } from '../../src/run/run-hours.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  keepOutcomes,
  keepRunHours,
  layout,
  readJobSpec,
  readJudgedRuns,
  specRuns,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { RefuseJobInput } from '../../src/run/activity-contract.ts';
import type { JobEnd } from '../../src/run/messages.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { settleJob } from '../budget/settle-job.ts';
import { changeOf, countCollected } from '../../src/run/count-outcomes.ts';

/** The job was turned down, or can't be kept: each of its runs that isn't judged has failed with the sentence that is given. */
export async function refuseJob(
  { store, studyCache, now }: ActivityDependencies,
  { studyId, jobNumber, message, clusterLost }: RefuseJobInput,
  _run: ActivityRun,
): Promise<JobEnd> {
  const folder = store.study(studyId);
  const spec = await readJobSpec(folder, jobNumber);
  const runs = specRuns(spec);
  const judged = await readJudged(folder, jobNumber);
  const outcomes = runs.map(
    ({ run, attempt }): RunOutcome =>
      judged.get(run) ?? {
        run,
        attempt,
        jobNumber,
        ...(spec.revision === undefined ? {} : { revision: spec.revision }),
        status: 'Failed',
        // Without its cluster it never came to a submit.
        ...(clusterLost === true
          ? { reason: 'not-started', lostWithCluster: true }
          : { reason: 'job-failed' }),
        message,
        values: {},
      },
  );
  await keepRunHours(folder, jobNumber, hoursOfRuns(outcomes));
  await keepOutcomes(folder, jobNumber, outcomes);
  const { study } = await studyCache.get(studyId);
  await settleJob(folder, study, { jobNumber, now: now() });
  const end = { jobNumber, outcome: 'refused', message } as const;
  // What was refused for good is refused again: never retried by itself.
  if (clusterLost !== true) return { ...end, change: changeOf(runs, outcomes), retryable: 0 };
  const { retries } = study.execution;
  const { change, retryable } = countCollected(runs, outcomes, retries);
  const sentTo = await folder.find(layout.jobCluster(jobNumber));
  const lost = sentTo === undefined ? {} : { lostCluster: sentTo.clusterId };
  return { ...end, change, retryable, ...lost };
}

/** What was collected of the job's runs so far, by run: it was paid for, and stays whatever becomes of the job. */
async function readJudged(
  folder: DocumentFolder,
  jobNumber: number,
): Promise<ReadonlyMap<number, RunOutcome>> {
  const collected = await folder.find(layout.outcomes(jobNumber));
  const judged = [...(await readJudgedRuns(folder, jobNumber)).values()];
  const outcomes = collected ?? judged.flatMap(({ outcome }) => outcome ?? []);
  return new Map(outcomes.map((outcome) => [outcome.run, outcome]));
}
