/** The end of clusters that idle while no workflow can take a step: nobody but their study's workflow would give them back, and it can't. */
import type { LookDependencies } from './dependencies.ts';
import { endThing } from './end-thing.ts';
import { findClusters } from './find-clusters.ts';
import { findJobs } from './find-jobs.ts';
import { PartialLook } from './partial-look.ts';
import { lookAround } from './surroundings.ts';
import type { StudySeen, Thing } from './thing.ts';

/**
 * The clusters that this store's records have and on which no job of its studies is under way, but for those that are kept while their study is
 * paused; none where that can't be told for sure. Jobs of other stores run on clusters of their own.
 */
export async function findIdleClusters(dependencies: LookDependencies): Promise<readonly Thing[]> {
  const { signal, isOnPlatform } = dependencies;
  const around = await lookAround(dependencies);
  const look = new PartialLook(signal);
  const clusters = await findClusters(dependencies, around, look);
  const ours = clusters.filter(({ isProven }) => isProven);
  if (ours.length === 0) return [];
  const asClosed = async (studyId: string): Promise<StudySeen> => ({
    ...{ studyId, isElsewhere: !(await isOnPlatform(studyId)), isTakenUp: false },
    workflow: { kind: 'closed', status: 'COMPLETED', closedAt: undefined },
  });
  const jobs = await findJobs(dependencies, around, asClosed, look);
  if (look.unseen.length > 0) return [];
  const going = jobs.filter(({ isOver, studyId }) => isOver !== true && studyId !== undefined);
  const used = await Promise.all(going.map(({ studyId = '' }) => dependencies.hardwareOf(studyId)));
  const idle = ours.filter(({ id, clusterName: name }) =>
    used.every((own) => own !== undefined && own.cluster?.name !== name && own.usedCluster !== id),
  );
  const makers = await Promise.all(
    idle.map(({ studyId = '' }) => dependencies.hardwareOf(studyId)),
  );
  return idle.filter((_, place) => makers[place]?.cluster?.keepWhilePaused !== true);
}

/** Ends one; gives back why it goes on, with what ends it, where it does. */
export async function endIdleCluster(
  dependencies: LookDependencies,
  cluster: Thing,
): Promise<string | undefined> {
  const refusal = await endThing(dependencies, cluster);
  return refusal && `${refusal.why}; ${refusal.next}`;
}
