/** Workers by the store that their identities tell. */
import { shortStoreId, storeOfWorker } from './worker-identity.ts';

/** The identities of those that have another store; a worker makes its store's id, so a store without one is nobody's of these. */
export function workersOfOtherStores(
  workers: readonly string[],
  engineId: string | undefined,
): readonly string[] {
  const ours = engineId === undefined ? undefined : shortStoreId(engineId);
  return workers.filter((worker) => ![undefined, ours].includes(storeOfWorker(worker)));
}
