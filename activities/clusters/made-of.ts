/** What clusters of a study are made of: an amendment of its hardware changes it for those that are made afterwards. */
import { firstRevision } from '../../src/run/first-revision.ts';
import { findAmended, findCostLimit, layout, revisionOfCluster } from '../../src/store/index.ts';
import { describeCluster } from '../../src/study/own-cluster.ts';
import type { ActivityDependencies } from '../dependencies.ts';

type MadeOfSources = Pick<ActivityDependencies, 'store' | 'studyCache'>;

/** What a cluster is made of by a revision of the study's files, in words. */
export async function madeBy(
  { studyCache }: MadeOfSources,
  studyId: string,
  revision: number = firstRevision,
): Promise<string> {
  return describeCluster((await studyCache.get(studyId, revision)).study);
}

/** What one of the platform's clusters that was made for the study is made of, in words; undefined where its records don't tell. */
export async function madeOf(
  sources: MadeOfSources,
  studyId: string,
  clusterId: string,
): Promise<string | undefined> {
  const revision = await revisionOfCluster(sources.store.study(studyId), clusterId);
  return revision === undefined ? undefined : madeBy(sources, studyId, revision);
}

/**
 * The revision by whose hardware the cluster of this number is made. Where the study's cost has a limit, the one for which something was set aside; else
 * the newest that is of what is asked for.
 */
export async function revisionToMake(
  sources: MadeOfSources,
  { studyId, spec }: { readonly studyId: string; readonly spec: string | undefined },
  number: number,
): Promise<number> {
  const folder = sources.store.study(studyId);
  const newest = (await findAmended(folder))?.revision ?? firstRevision;
  const { study } = await sources.studyCache.get(studyId, newest);
  const paid = await folder.find(layout.clusterReservation(number));
  const isHeld = (await findCostLimit(folder, study)) !== undefined;
  if (isHeld && paid?.revision !== undefined && paid.mostHours > 0) return paid.revision;
  if (spec === undefined) return newest;
  for (let revision = newest; revision >= firstRevision; revision -= 1) {
    if ((await madeBy(sources, studyId, revision)) === spec) return revision;
  }
  return newest;
}

/** What a cluster is made of by the study as it stands, in words. */
export async function newestSpec({ studyCache }: MadeOfSources, studyId: string): Promise<string> {
  return describeCluster((await studyCache.get(studyId)).study);
}

/** What the last cluster that was made for the study is made of, in words; undefined where none was, or its end is known. */
export async function madeLast(
  sources: MadeOfSources,
  studyId: string,
): Promise<string | undefined> {
  const folder = sources.store.study(studyId);
  let last: string | undefined;
  for (let number = 1; ; number += 1) {
    const made = await folder.find(layout.clusterMade(number));
    if (made === undefined) return last;
    const { clusterId, refused, revision } = made;
    const isOver = clusterId !== undefined && (await folder.has(layout.clusterLife(clusterId)));
    last = isOver || refused === true ? undefined : await madeBy(sources, studyId, revision);
  }
}
