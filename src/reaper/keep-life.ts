import { hoursOfCluster } from '../run/hours-of-cluster.ts';
import type { DatedStatus } from '../run/cluster-end.ts';
import { isSetAsideForCluster, layout } from '../store/index.ts';
import type { LookDependencies, StudyHardware } from './dependencies.ts';

/**
 * Keeps how long a cluster cost that has ended; true unless the platform is still about to end it. Of a study with a limit of its cost the life is
 * kept by whoever settles what was set aside.
 * @param history its statuses spelled as in the document
 */
export async function keepLife(
  { store, hourMs }: Pick<LookDependencies, 'store' | 'hourMs'>,
  { id, studyId }: { readonly id: string; readonly studyId: string },
  hardware: StudyHardware | undefined,
  history: readonly DatedStatus[],
): Promise<boolean> {
  const hours = hoursOfCluster(history, hourMs);
  if (hours === undefined) return false;
  if (hardware?.cluster === undefined) return true;
  const folder = store.study(studyId);
  const { objects } = await folder.list(layout.allClusters);
  if (objects.some(isSetAsideForCluster)) return true;
  const coreHours = hours * hardware.cluster.slots * hardware.coresPerSlot;
  await folder.create(layout.clusterLife(id), { coreHours });
  return true;
}
