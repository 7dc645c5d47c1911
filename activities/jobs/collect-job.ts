/** From the platform's files of an ended job to outcomes of its runs in the store. */
import { firstRevision } from '../../src/run/first-revision.ts';
import { countCollected } from '../../src/run/count-outcomes.ts';
import { hoursOfRuns } from '../../src/run/run-hours.ts';
import type { StoppedBy } from '../../src/run/job-ending.ts';
import type { JobEnd } from '../../src/run/messages.ts';
import type { CollectJobInput } from '../../src/run/activity-contract.ts';
import {
  appendToLedger,
  findJobStopped,
  keepJobGone,
  keepJobHours,
  keepJobStopped,
  keepOutcomes,
  keepRunKeys,
  layout,
  specRuns,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { keysByRun } from '../../src/study-file/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readPreparedSpec } from '../prepared-spec.ts';
import { requireOwnJob } from '../own-records.ts';
import { settleJob } from '../budget/settle-job.ts';
import { clusterOfJob } from '../clusters/cluster-of-job.ts';
import { copyCollected } from './copy-collected.ts';
import { describeEnding } from './describe-ending.ts';
import { judgeEndedJob } from './judge-ended-job.ts';
import { openPatience } from './open-patience.ts';
import { dropLook } from './pause-after-look.ts';
import { standingOutcomes } from './read-job-anew.ts';

/**
 * Downloads what the study needs, judges each run, keeps the outcomes. What an earlier try or a look at the executing job has judged stays as it
 * is while its files do; several tries at once do no harm.
 */
export async function collectJob(
  dependencies: ActivityDependencies,
  input: CollectJobInput,
  activity: ActivityRun,
): Promise<JobEnd> {
  const { studyId, jobNumber, jobId } = input;
  const folder = dependencies.store.study(studyId);
  await requireOwnJob(dependencies, { studyId, jobNumber, jobId });
  const stoppedBy = await findStopper(folder, input, dependencies.now());
  const { study } = await dependencies.studyCache.get(studyId);
  const spec = await readPreparedSpec(dependencies.store, { studyId, jobNumber });
  const run = { signal: activity.signal, ...openPatience(dependencies, jobId, activity) };
  const cluster = await clusterOfJob(folder, jobNumber, study);
  const { ending, heldHours } = await describeEnding(
    dependencies,
    { jobId, stoppedBy, cluster },
    run,
  );
  const kept = await folder.find(layout.outcomes(jobNumber));
  const outcomes = kept ?? (await judgeEndedJob(dependencies, input, { spec, ending }, run));
  if (kept === undefined) {
    // What it had taken at the last look stays the best that is known of one that is gone.
    const runHours = hoursOfRuns(outcomes);
    if (heldHours === undefined) await keepJobGone(folder, jobNumber, runHours);
    else await keepJobHours(folder, jobNumber, heldHours, runHours);
    const { keysOfRuns } = await dependencies.studyCache.get(
      studyId,
      spec.revision ?? firstRevision,
    );
    const done = outcomes.filter(({ status }) => status === 'Done').map(({ run }) => run);
    await keepRunKeys(folder, jobNumber, outcomes, await keysByRun(keysOfRuns(done)));
    await keepOutcomes(folder, jobNumber, outcomes);
    await settleJob(folder, study, {
      ...{ jobNumber, now: dependencies.now() },
      ...(heldHours === undefined ? {} : { heldHours }),
    });
    const effect = { kind: 'effect', what: 'submit-job', key: jobId, platformId: jobId } as const;
    await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'done' }]);
    dropLook(dependencies.store, jobId);
    await copyCollected(dependencies, studyId, outcomes, activity);
  }
  const { retries } = study.execution;
  const now = await standingOutcomes(dependencies, input, outcomes, activity);
  const { change, retryable, streaks } = countCollected(specRuns(spec), now, retries);
  const remarks = dependencies.platform.remarks();
  return {
    ...{ jobNumber, outcome: 'collected', change, retryable, streaks },
    // A cancellation was told by the job's workflow.
    ...(ending.note === undefined || stoppedBy === 'cancellation' ? {} : { message: ending.note }),
    ...(ending.lostCluster === undefined ? {} : { lostCluster: ending.lostCluster }),
    ...(remarks.length === 0 ? {} : { notes: remarks }),
  };
}

/** Who had the job stopped; that the study did is kept, so that the runs go on with it though its workflow is lost. */
async function findStopper(
  folder: DocumentFolder,
  { jobNumber, jobId, stopped, cancelled }: CollectJobInput,
  now: Date,
): Promise<StoppedBy> {
  const kept = await findJobStopped(folder, jobNumber, jobId);
  if (kept?.by === 'reaper' && kept.wasOver !== true) return { reaper: kept.why ?? 'unknown why' };
  // The reaper cancels the workflow of a job that has ended, to have it collected.
  if (cancelled === true) return kept?.wasOver === true ? undefined : 'cancellation';
  if (!stopped) return undefined;
  await keepJobStopped(folder, jobNumber, { jobId, by: 'study', at: now.toISOString() });
  return 'study';
}
