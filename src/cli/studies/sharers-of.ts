/** The studies that share a cluster with another one, by its name: while one of them is open, the cluster is its, too. */
import type { Store } from '../../store/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { findOpenExecution } from './open-study.ts';
import { listStoredStudies, mayBeOpen, type StoredStudy } from './stored-study.ts';

/** Ids of the other studies that want a cluster of that name and haven't ended. @param engine absent where none is up: then those count that may be open */
export async function sharersOf(
  store: Store,
  engine: Engine | undefined,
  { studyId }: StoredStudy,
  clusterName: string,
): Promise<readonly string[]> {
  const sharers: string[] = [];
  for (const other of await listStoredStudies(store, (id) => id !== studyId)) {
    if (!mayBeOpen(other)) continue;
    const { cluster } = (await planStoredStudy(store, other)).study.execution;
    if (cluster?.kind !== 'own' || cluster.name !== clusterName) continue;
    if (engine !== undefined && (await findOpenExecution(engine, other)) === undefined) continue;
    sharers.push(other.studyId);
  }
  return sharers;
}
