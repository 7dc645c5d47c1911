import { layout } from './layout.ts';
import { findMadeCluster } from './made-clusters.ts';
import type { Store } from './store.ts';

/** A cluster on which a study's jobs ran, and the study that made it and has its cost. */
export interface BorrowedCluster {
  readonly clusterId: string;
  readonly studyId: string;
}

/** The clusters that other studies made and lent to this one, in the order of its jobs. */
export async function readBorrowedClusters(
  store: Pick<Store, 'study' | 'engineRecords'>,
  studyId: string,
): Promise<readonly BorrowedCluster[]> {
  const folder = store.study(studyId);
  const { objects } = await folder.list(layout.allJobs);
  const numbers = objects.flatMap((name) => /^(\d+)-cluster\.json$/u.exec(name)?.[1] ?? []);
  const clusters = new Map<string, BorrowedCluster>();
  for (const jobNumber of numbers.map(Number).sort((a, b) => a - b)) {
    const { clusterId } = (await folder.find(layout.jobCluster(jobNumber))) ?? {};
    if (clusterId === undefined || clusters.has(clusterId)) continue;
    const made = await findMadeCluster(store, clusterId);
    if (made === undefined || made.studyId === studyId) continue;
    clusters.set(clusterId, { clusterId, studyId: made.studyId });
  }
  return [...clusters.values()];
}
