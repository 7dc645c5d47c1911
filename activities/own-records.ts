/** What a call names must be in the study's own records: whoever sends a payload can name any job or cluster of the account. */
import { ApplicationFailure } from '@temporalio/common';
import {
  findMadeCluster,
  layout,
  numberOfPlatformJob,
  type DocumentFolder,
  type Store,
} from '../src/store/index.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Ids of a study's jobs, which its records never lose: read again only for one that isn't among them. */
const known = new WeakMap<Store, Map<string, ReadonlySet<string>>>();

/** @throws ApplicationFailure NOT_OURS, not retried, unless the platform's job is the study's job of that number */
export async function requireOwnJob(
  folder: DocumentFolder,
  { studyId, jobNumber, jobId }: { studyId: string; jobNumber: number; jobId: string },
): Promise<void> {
  const kept = await folder.find(layout.platformJob(jobNumber));
  if (kept?.jobId === jobId) return;
  const record = kept === undefined ? 'none' : `job ${kept.jobId}`;
  throw notOurs(
    `job ${jobId}`,
    `job ${jobNumber} of study ${studyId} has ${record} in its records`,
  );
}

/** The same for a job of the study, whatever its number. */
export async function requireStudyJob(
  { store }: Pick<ActivityDependencies, 'store'>,
  { studyId, jobId }: { readonly studyId: string; readonly jobId: string },
): Promise<void> {
  const studies = known.get(store) ?? new Map<string, ReadonlySet<string>>();
  known.set(store, studies);
  if (studies.get(studyId)?.has(jobId) === true) return;
  const ids = await readJobIds(store.study(studyId));
  studies.set(studyId, ids);
  if (!ids.has(jobId)) throw notOurs(`job ${jobId}`, `study ${studyId} has no such job`);
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

/** A failure that no further try mends. */
export function notOurs(what: string, why: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `Nothing was done with ${what} on the platform, as ${why}`,
    'NOT_OURS',
  );
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
