/** From the platform's files of an ended job to outcomes of its runs in the store. */
import { NotFoundError, type PlatformFile } from '../../src/platform-api/index.ts';
import pMap from 'p-map';
import { reasonOf } from '../../src/run/run-outcome.ts';
import {
  keepJobHours,
  keepOutcomes,
  layout,
  readJobSpec,
  specRuns,
} from '../../src/store/index.ts';
import { mayRetry } from '../../src/run/retry-policy.ts';
import type { JobEnd } from '../../src/run/messages.ts';
import type { CollectJobInput } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { collectRun } from './collect-run.ts';
import { describeEnding } from './describe-ending.ts';
import { listJobFiles } from './list-job-files.ts';
import { changeOf } from '../../src/run/count-outcomes.ts';
import { readJobRuns } from './read-job-runs.ts';

/** Runs whose files are fetched at the same time. */
const runsAtOnce = 8;

/** Downloads what the study needs, judges each run, keeps the outcomes. Files that are there already and complete aren't fetched again. */
export async function collectJob(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, jobId, stopped }: CollectJobInput,
  run: ActivityRun,
): Promise<JobEnd> {
  const { store, studyCache } = dependencies;
  const folder = store.study(studyId);
  const { study, plan, judges } = await studyCache.get(studyId);
  const spec = await readJobSpec(folder, jobNumber);
  const runs = specRuns(spec);
  const { ending, heldHours } = await describeEnding(dependencies, jobId, stopped, run);
  const jobRuns = await unlessDeleted(readJobRuns(dependencies, jobId, run));
  const files =
    (await unlessDeleted(
      listJobFiles(dependencies, jobId, { expected: runs.length, ending }, run),
    )) ?? new Map<number, PlatformFile[]>();

  let collected = 0;
  const outcomes = await pMap(
    runs,
    async (specRun) => {
      const kept = await folder.workspace(layout.runFiles(specRun.run, specRun.attempt));
      const outcome = await collectRun(
        dependencies,
        {
          study,
          plan,
          judges,
          spec,
          jobId,
          specRun,
          folder: kept.directory,
          ending,
          files: files.get(specRun.platformRun) ?? [],
          jobRun: jobRuns?.get(specRun.platformRun),
          runsServed: jobRuns !== undefined,
        },
        run,
      );
      await kept.publish();
      collected += 1;
      run.show({ job: jobId, collected, of: runs.length });
      return outcome;
    },
    { concurrency: runsAtOnce },
  );

  await keepJobHours(folder, jobNumber, heldHours);
  await keepOutcomes(folder, jobNumber, outcomes);
  const { retries } = study.execution;
  const remarks = dependencies.platform.remarks();
  const retryable = outcomes.filter((outcome, index) => {
    const reason = reasonOf(outcome);
    return reason !== undefined && mayRetry(reason, runs[index]?.spent ?? {}, retries);
  }).length;
  return {
    jobNumber,
    outcome: 'collected',
    change: changeOf(runs, outcomes),
    retryable,
    ...(ending.note === undefined ? {} : { message: ending.note }),
    ...(remarks.length === 0 ? {} : { notes: remarks }),
  };
}

/** A job that someone deleted has no files and no runs; that is an outcome, not a failure of ours. */
async function unlessDeleted<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
