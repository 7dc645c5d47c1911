import type { Store } from '../../store/index.ts';
import type { RefusedSetting } from '../../study/amend/compare-study.ts';
import { describeCluster } from '../../study/own-cluster.ts';
import type { Study } from '../../study/study.ts';
import { sharersOf } from '../studies/sharers-of.ts';
import type { StoredStudy } from '../studies/stored-study.ts';

/** Studies that are named. */
const shown = 3;

/** Refuses another cluster for a study that shares the one it has with others that haven't ended: a cluster of one name is made of one thing. */
export async function refuseSharedCluster(
  store: Store,
  stored: StoredStudy,
  { before, after }: { readonly before: Study; readonly after: Study },
): Promise<readonly RefusedSetting[]> {
  const { cluster } = before.execution;
  if (cluster?.kind !== 'own' || after.execution.cluster?.kind !== 'own') return [];
  if (describeCluster(before) === describeCluster(after)) return [];
  const { studyIds } = await sharersOf(store, undefined, stored, cluster.name);
  if (studyIds.length === 0) return [];
  const named = `${studyIds.slice(0, shown).join(', ')}${studyIds.length > shown ? ', …' : ''}`;
  return [
    {
      words: `cluster ${cluster.name}: ${describeCluster(before)} -> ${describeCluster(after)}`,
      why: `it is shared with ${named}, not known to have ended, and a cluster of one name is made of one thing; wait until that is done or stop it first, or stop this study and start one of another name with a cluster of another name and execution.reuse: true`,
    },
  ];
}
