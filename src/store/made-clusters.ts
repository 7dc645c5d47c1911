/** Which clusters of the platform this engine made, and for which study: no other one is ever started, used or ended as its own. */
import { z } from 'zod';
import { document } from '../objects/index.ts';
import type { Store } from './store.ts';

const madeSchema = z.object({
  /** Whose settings made it. */
  studyId: z.string(),
  /** As studies name it: several of one name share it. */
  name: z.string(),
});

export type MadeCluster = Readonly<z.output<typeof madeSchema>>;

const recordOf = (clusterId: string) =>
  document(`clusters/${encodeURIComponent(clusterId)}.json`, madeSchema);

/** Keeps that the cluster was made; the first record counts. */
export async function keepMadeCluster(
  store: Pick<Store, 'engineRecords'>,
  clusterId: string,
  made: MadeCluster,
): Promise<void> {
  await store.engineRecords().create(recordOf(clusterId), made);
}

/** For what the cluster was made; undefined for one that this engine didn't make. */
export function findMadeCluster(
  store: Pick<Store, 'engineRecords'>,
  clusterId: string,
): Promise<MadeCluster | undefined> {
  return store.engineRecords().find(recordOf(clusterId));
}

/** Ids of the clusters that this engine made. */
export async function listMadeClusters(
  store: Pick<Store, 'engineRecords'>,
): Promise<readonly string[]> {
  const { objects } = await store.engineRecords().list({ prefix: 'clusters/' });
  return objects.flatMap((name) => {
    const [, id] = /([^/]+)\.json$/u.exec(name) ?? [];
    return id === undefined ? [] : [decodeURIComponent(id)];
  });
}
