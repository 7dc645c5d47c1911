/** Jobs whose end a study's workflow has heard, and of which an older copy of its store has no outcomes: collected anew from the platform. */
import { ApplicationFailure } from '@temporalio/common';
import type { JobTarget } from '../../src/run/activity-contract.ts';
import { jobName, jobTag, layout } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { collectJob } from '../jobs/collect-job.ts';
import { findMadeBefore } from '../jobs/made-before.ts';
import { prepareJob } from '../jobs/prepare-job.ts';
import { requireOwnJob } from '../own-records.ts';

/**
 * Collects these jobs, each found by its record or its whole name and judged by the key that its own runs have. Repeated, it goes on with those that
 * are left. @returns why those that can't be had can't, by their numbers
 */
export async function collectLost(
  dependencies: ActivityDependencies,
  studyId: string,
  jobNumbers: readonly number[],
  run: ActivityRun,
): Promise<ReadonlyMap<number, string>> {
  const missing = new Map<number, string>();
  for (const jobNumber of jobNumbers) {
    const why = await collectAnew(dependencies, { studyId, jobNumber }, run);
    if (why !== undefined) missing.set(jobNumber, why);
  }
  return missing;
}

/** Why the job can't be had; undefined where it was collected. What may pass is thrown, as the step is tried again. */
async function collectAnew(
  dependencies: ActivityDependencies,
  target: JobTarget,
  run: ActivityRun,
): Promise<string | undefined> {
  const jobId = await findJobId(dependencies, target, run);
  if (jobId === undefined) return 'the platform has no job of its name';
  if (!(await knowsRuns(dependencies, target))) return 'which runs it ran again is lost, too';
  try {
    await prepareJob(dependencies, target, run);
    await requireOwnJob(dependencies, { ...target, jobId });
    await collectJob(dependencies, { ...target, jobId, stopped: false }, run);
    return undefined;
  } catch (error) {
    if (error instanceof ApplicationFailure && error.nonRetryable === true) return error.message;
    throw error;
  }
}

async function findJobId(
  dependencies: ActivityDependencies,
  { studyId, jobNumber }: JobTarget,
  run: ActivityRun,
): Promise<string | undefined> {
  const { store, studyCache } = dependencies;
  const kept = await store.study(studyId).find(layout.platformJob(jobNumber));
  if (kept !== undefined) return kept.jobId;
  const { study } = await studyCache.get(studyId);
  const names = {
    jobTag: jobTag(studyId, jobNumber, 1),
    jobName: jobName({ studyId, name: study.name }, jobNumber),
  };
  return findMadeBefore(dependencies, names, run);
}

/** Of a job that runs failed runs again only the choice of them tells which. */
async function knowsRuns(
  { store, studyCache }: ActivityDependencies,
  { studyId, jobNumber }: JobTarget,
): Promise<boolean> {
  const folder = store.study(studyId);
  if (await folder.has(layout.jobSpec(jobNumber))) return true;
  if (await folder.has(layout.retryChoice(jobNumber))) return true;
  return jobNumber <= (await studyCache.get(studyId)).plan.jobs.length;
}
