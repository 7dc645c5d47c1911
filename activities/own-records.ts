/** What a call names must be in the study's own records: whoever sends a payload can name any job or cluster of the account. */
import type { JobTarget, PlatformJobTarget, StudyTarget } from '../src/run/activity-contract.ts';
import { NotFoundError, type Job } from '../src/platform-api/index.ts';
import {
  findMadeCluster,
  jobTag,
  keepPlatformJob,
  layout,
  numberOfPlatformJob,
  olderStore,
  readJobSpec,
  searchTag,
  wasRestored,
  type DocumentFolder,
  type Store,
} from '../src/store/index.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { takeOverKey } from './jobs/made-before.ts';
import { notOurs } from './not-ours.ts';

/** Ids of a study's jobs, which its records never lose: read again only for one that isn't among them. */
const known = new WeakMap<Store, Map<string, ReadonlySet<string>>>();

/** What tells of a job. */
type JobSources = Pick<ActivityDependencies, 'store' | 'studyCache' | 'platform'>;

/**
 * Passes where the platform's job is the study's job of that number. A restored store takes in the record of one that its original made.
 * @throws ApplicationFailure NOT_OURS, not retried, for any other
 * @throws StorageError STORAGE_OLDER, which heals, where the job has the study's name for it, and the store has lost its record
 */
export async function requireOwnJob(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, jobId }: JobTarget & PlatformJobTarget,
): Promise<void> {
  const { store } = dependencies;
  const folder = store.study(studyId);
  const kept = await folder.find(layout.platformJob(jobNumber));
  if (kept?.jobId === jobId) return;
  const record = kept === undefined ? 'none' : `job ${kept.jobId}`;
  const tags = ` ${searchTag(studyId)} ${jobTag(studyId, jobNumber, 1)}`;
  const job = kept === undefined ? await findNamed(dependencies, jobId, tags) : undefined;
  if (job === undefined) {
    throw notOurs(
      `job ${jobId}`,
      `job ${jobNumber} of study ${studyId} has ${record} in its records`,
    );
  }
  if (!(await wasRestored(store))) {
    throw olderStore(
      `the record that job ${jobNumber} of study ${studyId} is the platform’s job ${jobId}`,
    );
  }
  await takeOverKey(dependencies, studyId, await readJobSpec(folder, jobNumber), job);
  await keepPlatformJob(folder, jobNumber, jobId);
}

/** The same for a job of the study, whatever its number: by the store's records, or where they have lost it by the study's word in its name. */
export async function requireStudyJob(
  { store, platform }: Pick<JobSources, 'store' | 'platform'>,
  { studyId, jobId }: StudyTarget & PlatformJobTarget,
): Promise<void> {
  const studies = known.get(store) ?? new Map<string, ReadonlySet<string>>();
  known.set(store, studies);
  if (studies.get(studyId)?.has(jobId) === true) return;
  const ids = await readJobIds(store.study(studyId));
  studies.set(studyId, ids);
  if (ids.has(jobId)) return;
  if ((await findNamed({ platform }, jobId, ` ${searchTag(studyId)} `)) !== undefined) return;
  throw notOurs(`job ${jobId}`, `study ${studyId} has no such job`);
}

/** The platform's job of that id, where its name has these words. */
async function findNamed(
  { platform }: Pick<JobSources, 'platform'>,
  jobId: string,
  words: string,
): Promise<Job | undefined> {
  try {
    const job = await platform.jobs.get(jobId);
    return job.name.includes(words) ? job : undefined;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** @throws ApplicationFailure NOT_OURS, not retried, unless the cluster was made for the study */
export async function requireMadeCluster(
  { store }: Pick<ActivityDependencies, 'store'>,
  { studyId, clusterId }: { readonly studyId: string; readonly clusterId: string },
): Promise<void> {
  const made = await findMadeCluster(store, clusterId);
  if (made?.studyId === studyId) return;
  throw notOurs(`cluster ${clusterId}`, `it was not made for study ${studyId}`);
}

/** @throws ApplicationFailure NOT_OURS, not retried, unless the study's plan wants that cluster */
export async function requireWantedCluster(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  { studyId, clusterId }: { readonly studyId: string; readonly clusterId: string },
): Promise<void> {
  const wanted = (await studyCache.get(studyId)).study.execution.cluster;
  if (wanted?.kind === 'existing' && wanted.id === clusterId) return;
  const made = await findMadeCluster(store, clusterId);
  if (wanted?.kind === 'own' && made?.name === wanted.name) return;
  throw notOurs(`cluster ${clusterId}`, `study ${studyId} doesn't run on it`);
}

async function readJobIds(folder: DocumentFolder): Promise<ReadonlySet<string>> {
  const { objects } = await folder.list(layout.allJobs);
  const numbers = objects.map(numberOfPlatformJob).filter((number) => number !== undefined);
  const ids = new Set<string>();
  for (const number of numbers) {
    const job = await folder.find(layout.platformJob(number));
    if (job !== undefined) ids.add(job.jobId);
  }
  return ids;
}
