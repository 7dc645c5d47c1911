import { firstRevision } from '../../src/run/first-revision.ts';
import { isDeepStrictEqual } from 'node:util';
import { ApplicationFailure } from '@temporalio/common';
import { isNotServed, PlatformError, type PlatformClient } from '../../src/platform-api/index.ts';
import {
  appendToLedger,
  type DocumentFolder,
  type JobSpec,
  keepPlatformJob,
  layout,
} from '../../src/store/index.ts';
import type { JobSettings } from '../../src/study/study.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readPreparedSpec } from '../prepared-spec.ts';
import { notOurs } from '../not-ours.ts';
import { requireOwnJob } from '../own-records.ts';
import { takeOverKey } from './made-before.ts';

/**
 * Reads the saved job back, remembers its id, sets its custom fields, and looks for others of its name. A job that would run something else
 * than planned, or can't have its fields, is refused before it costs anything.
 * @throws ApplicationFailure NOT_OURS, EXPECTED_RUNS_DIFFER or CUSTOM_FIELDS_NOT_SERVED, not retried.
 */
export async function checkJob(
  dependencies: ActivityDependencies,
  {
    studyId,
    jobNumber,
    jobId,
  }: { readonly studyId: string; readonly jobNumber: number; readonly jobId: string },
  { signal }: ActivityRun,
): Promise<{ otherJobIds: readonly string[] }> {
  const { platform, store, studyCache } = dependencies;
  const folder = store.study(studyId);
  const spec = await readPreparedSpec(store, { studyId, jobNumber });
  const isKept = await folder.has(layout.platformJob(jobNumber));
  if (isKept) await requireOwnJob(dependencies, { studyId, jobNumber, jobId });
  const job = await platform.jobs.get(jobId, { signal });
  // Found after its answer was lost: its whole name, which only this engine makes, says whose it is.
  if (!isKept && job.name !== spec.jobName) {
    throw notOurs(`job ${jobId}`, `its name isn't that of job ${jobNumber} of study ${studyId}`);
  }
  if (!isKept) {
    await takeOverKey(dependencies, studyId, spec, job);
    await noteFound(folder, spec, jobId);
  }
  await keepPlatformJob(folder, jobNumber, jobId);
  await requireOwnJob(dependencies, { studyId, jobNumber, jobId });
  if (typeof job.expectedRuns === 'number' && job.expectedRuns !== spec.expectedRuns) {
    throw ApplicationFailure.nonRetryable(
      `Expected the platform to plan ${spec.expectedRuns} runs for job ${jobId}, got ${job.expectedRuns}; it was not submitted`,
      'EXPECTED_RUNS_DIFFER',
    );
  }
  const { study } = await studyCache.get(studyId, spec.revision ?? firstRevision);
  await setCustomFields(platform, jobId, study.job.customFields ?? {}, signal);
  return { otherJobIds: await findOthers(platform, spec, jobId, signal) };
}

/** Into the ledger: the job of a create whose answer was lost. */
async function noteFound(folder: DocumentFolder, spec: JobSpec, jobId: string): Promise<void> {
  const effect = { kind: 'effect', what: 'create-job', key: spec.jobTag } as const;
  const at = new Date().toISOString();
  await appendToLedger(folder, [{ ...effect, at, effect: 'found', platformId: jobId }]);
}

/** Sets the values that the job doesn't have yet: those it has may be locked, where an earlier submit did happen. */
async function setCustomFields(
  platform: PlatformClient,
  jobId: string,
  wanted: NonNullable<JobSettings['customFields']>,
  signal: AbortSignal,
): Promise<void> {
  if (Object.keys(wanted).length === 0) return;
  const there = await platform.customFields.values(jobId, { signal });
  const missing = Object.entries(wanted).filter(
    ([name, value]) => !isDeepStrictEqual(there[name]?.value, value),
  );
  if (missing.length === 0) return;
  const answer = await platform.customFields.write(jobId, Object.fromEntries(missing), { signal });
  if (!isNotServed(answer)) return;
  throw ApplicationFailure.nonRetryable(
    `Job ${jobId} was not submitted, because the platform takes no values of custom fields: ${answer.reason ?? answer.endpoint}`,
    'CUSTOM_FIELDS_NOT_SERVED',
  );
}

/** Jobs beside `jobId` that carry its whole name: a create that arrived twice left them. A list that can't be had is no reason to wait. */
async function findOthers(
  platform: PlatformClient,
  { jobTag, jobName }: JobSpec,
  jobId: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const jobs = await platform.jobs.findByExactName(jobTag, jobName, { signal });
    return jobs.map(({ id }) => id).filter((id) => id !== jobId);
  } catch (error) {
    if (error instanceof PlatformError) return [];
    throw error;
  }
}
