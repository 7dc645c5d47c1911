/** The end of a thing on the platform: only of what our records have. */
import {
  isNotServed,
  isTerminalJobStatus,
  normaliseStatus,
  NotFoundError,
  PlatformError,
} from '../platform-api/index.ts';
import { findMadeCluster, keepMadeCluster, keepPlatformJob, layout } from '../store/index.ts';
import type { LookDependencies } from './dependencies.ts';
import { readProgress } from './read-progress.ts';
import { endedClusterWords, type Thing } from './thing.ts';

/** Undefined where it ends; else why it goes on, and what ends it. */
export interface Refusal {
  readonly why: string;
  readonly next: string;
}

/** Asks the platform to end it, gently. What it refuses is told; it is asked again at the next look, and not before. */
export async function endThing(
  dependencies: LookDependencies,
  thing: Thing,
): Promise<Refusal | undefined> {
  try {
    return await (thing.kind === 'cluster'
      ? endCluster(dependencies, thing)
      : stopJob(dependencies, thing));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // What has ended meanwhile is refused, too.
    if (await hasEnded(dependencies, thing)) return undefined;
    return { why: `the platform does not end it: ${error.message}`, next: commandOf(thing) };
  }
}

/** Why a thing wouldn't end, as far as can be told without asking for its end; undefined where it would. */
export async function foreseeRefusal(
  { platform, signal }: LookDependencies,
  thing: Thing,
): Promise<Refusal | undefined> {
  if (thing.kind === 'job') return undefined;
  try {
    const answer = await platform.clusters.get(thing.id, { signal });
    return isNotServed(answer) && answer.reason === undefined ? noWay : undefined;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

async function hasEnded(
  { platform, signal }: LookDependencies,
  { kind, id }: Thing,
): Promise<boolean> {
  const { statuses } = kind === 'cluster' ? platform.clusters : platform.jobs;
  try {
    const { status } = await readProgress(statuses(id, { signal }));
    if (status === undefined) return false;
    return kind === 'cluster'
      ? endedClusterWords.includes(normaliseStatus(status))
      : isTerminalJobStatus(status);
  } catch (error) {
    if (error instanceof NotFoundError) return true;
    // What the platform won't tell has not ended.
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

/** What a person types to end it. */
export function commandOf({ kind, id }: Pick<Thing, 'kind' | 'id'>): string {
  return kind === 'cluster'
    ? `doeflow api POST clusters/${id}/shutdown`
    : `doeflow api POST jobs/${id}/stop`;
}

async function endCluster(
  { store, platform, signal }: LookDependencies,
  thing: Thing,
): Promise<Refusal | undefined> {
  const { id, studyId, clusterName } = thing;
  if (studyId === undefined || clusterName === undefined) return notOurs;
  // A full disk takes no record; one that is there needs none.
  if ((await findMadeCluster(store, id)) === undefined) {
    await keepMadeCluster(store, id, { studyId, name: clusterName });
  }
  if ((await findMadeCluster(store, id))?.studyId !== studyId) return notOurs;
  const answer = await platform.clusters.shutdown(id, { signal });
  if (!isNotServed(answer)) return undefined;
  if (answer.reason !== undefined) {
    return { why: `the platform does not end it: ${answer.reason}`, next: commandOf(thing) };
  }
  return noWay;
}

async function stopJob(
  { store, platform, signal }: LookDependencies,
  { id, studyId, jobNumber }: Thing,
): Promise<Refusal | undefined> {
  if (studyId === undefined || jobNumber === undefined) return notOurs;
  const folder = store.study(studyId);
  await keepPlatformJob(folder, jobNumber, id);
  if ((await folder.find(layout.platformJob(jobNumber)))?.jobId !== id) return notOurs;
  await platform.jobs.stop(id, { signal });
  return undefined;
}

const noWay: Refusal = {
  why: 'the platform serves no way to end a cluster by its interface',
  next: 'end it on the page of the platform',
};

const notOurs: Refusal = {
  why: 'the records of its study do not have it',
  next: 'look at it on the page of the platform',
};
