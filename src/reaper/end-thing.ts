/** The end of a thing on the platform: only of what our records have. */
import { isNotServed, PlatformError } from '../platform-api/index.ts';
import { findMadeCluster, keepMadeCluster, keepPlatformJob, layout } from '../store/index.ts';
import type { ReaperDependencies } from './dependencies.ts';
import type { Thing } from './thing.ts';

/** Undefined where it ends; else why it goes on, and what ends it. */
export interface Refusal {
  readonly why: string;
  readonly next: string;
}

/** Asks the platform to end it, gently; what it refuses for good is told. */
export async function endThing(
  dependencies: ReaperDependencies,
  thing: Thing,
): Promise<Refusal | undefined> {
  try {
    return await (thing.kind === 'cluster'
      ? endCluster(dependencies, thing)
      : stopJob(dependencies, thing));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { why: `the platform refuses to end it: ${error.message}`, next: commandOf(thing) };
  }
}

/** What a person types to end it. */
export function commandOf({ kind, id }: Pick<Thing, 'kind' | 'id'>): string {
  return kind === 'cluster'
    ? `doeflow api POST clusters/${id}/shutdown`
    : `doeflow api POST jobs/${id}/stop`;
}

async function endCluster(
  { store, platform, signal }: ReaperDependencies,
  { id, studyId, clusterName }: Thing,
): Promise<Refusal | undefined> {
  if (studyId === undefined || clusterName === undefined) return notOurs;
  await keepMadeCluster(store, id, { studyId, name: clusterName });
  if ((await findMadeCluster(store, id))?.studyId !== studyId) return notOurs;
  const answer = await platform.clusters.shutdown(id, { signal });
  if (!isNotServed(answer)) return undefined;
  return {
    why: 'the platform serves no way to end a cluster by its interface',
    next: 'end it on the page of the platform',
  };
}

async function stopJob(
  { store, platform, signal }: ReaperDependencies,
  { id, studyId, jobNumber }: Thing,
): Promise<Refusal | undefined> {
  if (studyId === undefined || jobNumber === undefined) return notOurs;
  const folder = store.study(studyId);
  await keepPlatformJob(folder, jobNumber, id);
  if ((await folder.find(layout.platformJob(jobNumber)))?.jobId !== id) return notOurs;
  await platform.jobs.stop(id, { signal });
  return undefined;
}

const notOurs: Refusal = {
  why: 'the records of its study do not have it',
  next: 'look at it on the page of the platform',
};
