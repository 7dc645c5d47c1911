import { shortStoreId, storeOfWorker } from '../../temporal/worker-identity.ts';
import { workersOfOtherStores } from '../../temporal/worker-stores.ts';
import type { Check } from './check.ts';

/**
 * Compares the stores of the workers with that of this command line: neither sees the studies of another one.
 * @param workers identities of those that poll
 * @param store its place, and its id: undefined where no worker has used it yet
 */
export function checkWorkerStores(
  workers: readonly string[],
  store: { readonly place: string; readonly engineId: string | undefined },
): Check {
  const { place, engineId } = store;
  const others = workersOfOtherStores(workers, engineId);
  const silent = workers.filter((worker) => storeOfWorker(worker) === undefined);
  const told = silent.length === 0 ? '' : `; not told by ${silent.join(', ')}`;
  const here =
    engineId === undefined ? 'no worker has used yet' : `has the id ${shortStoreId(engineId)}`;
  return {
    name: 'Stores of workers',
    ok: others.length === 0,
    detail:
      others.length === 0
        ? `${workers.length - silent.length} of ${workers.length} have ours${told}`
        : `${others.join('; ')}: they don't see the studies of the store here, ${place}, which ${here}`,
    hint: 'A worker that has ended is listed for a minute: then look again. Give all workers and command lines the same store (DOEFLOW_STORE, or store in the profile): a folder that all see, or s3://BUCKET/PREFIX',
  };
}
