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

/** A cluster that has ended isn't asked after any more. */
const endedSchema = z.object({ endedAt: z.string() });

export type MadeCluster = Readonly<z.output<typeof madeSchema>>;

const recordOf = (clusterId: string) =>
  document(`clusters/${encodeURIComponent(clusterId)}.json`, madeSchema);

const endingSchema = z.object({ askedAt: z.string() });

const endingOf = (clusterId: string) =>
  document(`ending-clusters/${encodeURIComponent(clusterId)}.json`, endingSchema);

const endedOf = (clusterId: string) =>
  document(`ended-clusters/${encodeURIComponent(clusterId)}.json`, endedSchema);

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

/** Keeps that the platform was asked to end the cluster: it is lent to nobody any more. */
export async function keepAskedToEnd(
  store: Pick<Store, 'engineRecords'>,
  clusterId: string,
  now: Date,
): Promise<void> {
  await store.engineRecords().create(endingOf(clusterId), { askedAt: now.toISOString() });
}

/** Whether the platform was asked to end the cluster. */
export function isAskedToEnd(
  store: Pick<Store, 'engineRecords'>,
  clusterId: string,
): Promise<boolean> {
  return store.engineRecords().has(endingOf(clusterId));
}

/** When the platform was first asked to end the cluster; undefined where it wasn't. */
export async function askedToEndAt(
  store: Pick<Store, 'engineRecords'>,
  clusterId: string,
): Promise<string | undefined> {
  return (await store.engineRecords().find(endingOf(clusterId)))?.askedAt;
}

/** Keeps that the cluster has ended on the platform: nobody asks after it any more. */
export async function keepClusterEnded(
  store: Pick<Store, 'engineRecords'>,
  clusterId: string,
  now: Date,
): Promise<void> {
  await store.engineRecords().create(endedOf(clusterId), { endedAt: now.toISOString() });
}

/** Ids of the clusters that this engine made; by default without those that are known to have ended. */
export async function listMadeClusters(
  store: Pick<Store, 'engineRecords'>,
  { withEnded = false }: { readonly withEnded?: boolean } = {},
): Promise<readonly string[]> {
  const records = store.engineRecords();
  const made = await idsIn('clusters/');
  if (withEnded) return made;
  const ended = new Set(await idsIn('ended-clusters/'));
  return made.filter((clusterId) => !ended.has(clusterId));

  async function idsIn(prefix: string): Promise<readonly string[]> {
    const { objects } = await records.list({ prefix });
    return objects.flatMap((name) => {
      const [, id] = /([^/]+)\.json$/u.exec(name) ?? [];
      return id === undefined ? [] : [decodeURIComponent(id)];
    });
  }
}
