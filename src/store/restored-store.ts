/** That a store was restored from a back-up: its original may have gone on, so the platform may have what this store knows nothing of. */
import { z } from 'zod';
import { document } from '../objects/index.ts';
import type { Store } from './store.ts';

const restored = document('restored.json', z.object({ at: z.string() }));

/** Keeps it for ever, before anything works on the store's studies. */
export async function noteRestored(store: Pick<Store, 'engineRecords'>, at: Date): Promise<void> {
  await store.engineRecords().create(restored, { at: at.toISOString() });
}

/** Whether what this store is about to make may have been made before. */
export function wasRestored(store: Pick<Store, 'engineRecords'>): Promise<boolean> {
  return store.engineRecords().has(restored);
}
