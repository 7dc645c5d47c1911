/** Workers with another store than this command line's: neither sees the studies of the other, and what one asks the other can't find. */
import type { Connection } from '@temporalio/client';
import { UsageError } from '../../errors.ts';
import type { Settings } from '../../host/settings.ts';
import type { Store } from '../../store/index.ts';
import { readPollingWorkers } from '../../temporal/polling-workers.ts';
import { shortStoreId } from '../../temporal/worker-identity.ts';
import { workersOfOtherStores } from '../../temporal/worker-stores.ts';
import type { CommandContext } from '../context.ts';

/** Of an engine, what tells its store and its workers. */
export interface Looked {
  readonly connection: Connection;
  readonly namespace: string;
  readonly settings: Pick<Settings, 'store'>;
  readonly store: Pick<Store, 'findEngineId'>;
}

const hint =
  'Give all workers and command lines the same store (DOEFLOW_STORE, or store in the profile): a folder that all see, or s3://BUCKET/PREFIX; doeflow config shows which one is used. A worker that has ended is listed for a minute';

/** Says so where workers that are up have another store: a list of studies would be empty without a word. */
export async function warnOfOtherStores(context: CommandContext, engine: Looked): Promise<void> {
  const told = await toldOfOtherStores(engine);
  if (told !== undefined) context.output.warn(told);
}

/** @throws UsageError USAGE_STORE_DIFFERS, exit code 5, where all workers that are up have another store */
export async function requireSameStore(engine: Looked): Promise<void> {
  const { ours, others, all } = await findOtherStores(engine);
  if (others.length === 0 || others.length < all) return;
  throw new UsageError('USAGE_STORE_DIFFERS', toldOf(engine, ours, others), { exitCode: 5, hint });
}

/** The same as a sentence with what to do; undefined where all workers that are up have this store, or none is. */
export async function toldOfOtherStores(engine: Looked): Promise<string | undefined> {
  const { ours, others } = await findOtherStores(engine);
  return others.length === 0 ? undefined : `${toldOf(engine, ours, others)}. ${hint}`;
}

async function findOtherStores(engine: Looked): Promise<{
  readonly ours: string | undefined;
  readonly others: readonly string[];
  readonly all: number;
}> {
  const workers = await readPollingWorkers(engine);
  const engineId = workers.length === 0 ? undefined : await engine.store.findEngineId();
  return {
    ours: engineId === undefined ? undefined : shortStoreId(engineId),
    others: workersOfOtherStores(workers, engineId),
    all: workers.length,
  };
}

function toldOf(
  { settings: { store } }: Looked,
  ours: string | undefined,
  others: readonly string[],
): string {
  const here = ours === undefined ? 'no worker has used yet' : `has the id ${ours}`;
  return `Workers have another store than this command line, whose studies they don't see: ${others.join('; ')}. The store here, ${store}, ${here}`;
}
