/** That a store was restored from a back-up: its original may have gone on, so the platform may have what this store knows nothing of. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { document } from '../objects/index.ts';
import type { Store } from './store.ts';

const restored = document('restored.json', z.object({ at: z.string() }));

const takeOverSchema = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The home folder that was taken over, and its machine. */
  home: z.string(),
  host: z.string(),
  /** Ids of the take-overs that this one follows: a person said that those homes are gone. */
  after: z.array(z.string()),
});

/** One home's word that it goes on with a store, and that all before it are gone. */
export type TakeOver = Readonly<z.output<typeof takeOverSchema>>;

const takeOver = document('take-over.json', takeOverSchema);

/** What is kept beside the studies. */
type EngineRecords = Pick<Store, 'engineRecords'>;

/** Keeps it for ever, before anything works on the store's studies. */
export async function noteRestored(store: EngineRecords, at: Date): Promise<void> {
  await store.engineRecords().create(restored, { at: at.toISOString() });
}

/** Whether what this store is about to make may have been made before. */
export function wasRestored(store: EngineRecords): Promise<boolean> {
  return store.engineRecords().has(restored);
}

/** The latest take-over of this store; undefined for one that was never restored. One of a version that gave them no id is known by its time. */
export async function readTakeOver(store: EngineRecords): Promise<TakeOver | undefined> {
  const records = store.engineRecords();
  const kept = await records.find(takeOver);
  if (kept !== undefined) return kept;
  const mark = await records.find(restored);
  if (mark === undefined) return undefined;
  return { id: mark.at, at: mark.at, home: 'a home', host: 'a machine', after: [] };
}

/**
 * Keeps that this home goes on, after all that its store was taken over by before.
 * @param insteadOf ids of further take-overs, by homes that are gone
 */
export async function noteTakeOver(
  store: EngineRecords,
  { insteadOf, at, ...place }: Pick<TakeOver, 'home' | 'host'> & NewTakeOver,
): Promise<TakeOver> {
  const before = await readTakeOver(store);
  await noteRestored(store, at);
  const earlier = before === undefined ? [] : [...before.after, before.id];
  const after = [...new Set([...earlier, ...insteadOf])];
  const kept = { ...{ id: randomUUID(), at: at.toISOString() }, ...place, after };
  await store.engineRecords().write(takeOver, kept);
  return kept;
}

interface NewTakeOver {
  readonly at: Date;
  readonly insteadOf: readonly string[];
}
