import { findHeldCluster, type Store } from '../../store/index.ts';
import { describeCluster } from '../../study/own-cluster.ts';
import type { Study } from '../../study/study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import type { StoredStudy } from '../studies/stored-study.ts';
import type { AmendedUse } from './amendment-cost.ts';
import type { AmendedHardware } from './read-hardware.ts';

/** Whether an amendment of the hardware has a study leave the cluster that it has, or go on with it after an earlier amendment that hasn't taken effect. */
export async function readClusterStays(
  store: Store,
  stored: StoredStudy,
  amended: { readonly after: Study; readonly hardware: AmendedHardware | undefined },
): Promise<Pick<AmendedUse, 'leavesCluster' | 'staysOnCluster'>> {
  if (amended.hardware?.after.cluster === undefined) return {};
  const held = await findHeldCluster(store, stored.studyId);
  if (held === undefined) return {};
  const { study } = await planStoredStudy(store, stored, held.revision);
  return describeCluster(study) === describeCluster(amended.after)
    ? { staysOnCluster: true }
    : { leavesCluster: true };
}
