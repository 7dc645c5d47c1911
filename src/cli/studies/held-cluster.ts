import { findHeldCluster, type Store, type StudyReader } from '../../store/index.ts';
import { describeCluster } from '../../study/own-cluster.ts';
import type { StoredStudy } from './stored-study.ts';

/** What the cluster is made of that a study has; undefined where it has none. */
export async function describeHeldCluster(
  store: StudyReader & Pick<Store, 'engineRecords'>,
  stored: StoredStudy,
): Promise<string | undefined> {
  const held = await findHeldCluster(store, stored.studyId);
  if (held === undefined) return undefined;
  // Few commands that tell of a budget plan a study.
  const { planStoredStudy } = await import('./open-stored-study.ts');
  return describeCluster((await planStoredStudy(store, stored, held.revision)).study);
}
