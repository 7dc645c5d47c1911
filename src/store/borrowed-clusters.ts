import { layout } from './layout.ts';
import { findMadeCluster } from './made-clusters.ts';
import type { Store } from './store.ts';

/** A cluster on which a study's jobs ran, and the study that made it and has its cost. */
export interface BorrowedCluster {
  readonly clusterId: string;
  readonly studyId: string;
}

/** Whether a job of the study was sent to the cluster. */
export async function hasJobOn(
  store: Pick<Store, 'study'>,
  studyId: string,
  clusterId: string,
): Promise<boolean> {
  return (await clustersOfJobs(store, studyId)).includes(clusterId);
}

/** The clusters that other studies made and lent to this one, in the order of its jobs. */
export async function readBorrowedClusters(
  store: Pick<Store, 'study' | 'engineRecords'>,
  studyId: string,
): Promise<readonly BorrowedCluster[]> {
  const clusters: BorrowedCluster[] = [];
  for (const clusterId of await clustersOfJobs(store, studyId)) {
    const made = await findMadeCluster(store, clusterId);
    if (made === undefined || made.studyId === studyId) continue;
    clusters.push({ clusterId, studyId: made.studyId });
  }
  return clusters;
}

/** Each cluster to which a job was sent, once, in the order of the jobs. */
async function clustersOfJobs(
  store: Pick<Store, 'study'>,
  studyId: string,
): Promise<readonly string[]> {
  const folder = store.study(studyId);
  const { objects } = await folder.list(layout.allJobs);
  const numbers = objects.flatMap((name) => /^(\d+)-cluster\.json$/u.exec(name)?.[1] ?? []);
  const clusters = new Set<string>();
  for (const jobNumber of numbers.map(Number).sort((a, b) => a - b)) {
    const { clusterId } = (await folder.find(layout.jobCluster(jobNumber))) ?? {};
    if (clusterId !== undefined) clusters.add(clusterId);
  }
  return [...clusters];
}
