/** Whether an archive is paused, as its passes read it in the store: Temporal's own pause doesn't hold those that are made up for. */
import { archiveLayout } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { Store } from '../../store/index.ts';

/** From now on no pass of the archive begins to work or to delete. */
export async function markPaused(
  store: Store,
  name: string,
  { at, note }: { readonly at: Date; readonly note: string },
): Promise<void> {
  await folderOf(store, name).write(archiveLayout.paused, { at: at.toISOString(), note });
}

/** Passes work again. */
export async function unmarkPaused(store: Store, name: string): Promise<void> {
  await folderOf(store, name).remove(archiveLayout.paused);
}

/** Lets the pass work that a person asks for now, where the archive is paused. */
export async function markAsked(store: Store, name: string, now: Date): Promise<void> {
  const paused = await readPaused(store, name);
  if (paused === undefined) return;
  const asked = { ...paused, askedAt: now.toISOString() };
  await folderOf(store, name).write(archiveLayout.paused, asked);
}

/** @throws UsageError USAGE_PAUSED, exit code 5 */
export async function requireNotPaused(store: Store, name: string): Promise<void> {
  const paused = await readPaused(store, name);
  if (paused === undefined) return;
  throw new UsageError('USAGE_PAUSED', `The archive "${name}" is paused: ${paused.note}`, {
    exitCode: 5,
    hint: `First: doeflow archive resume ${name}`,
  });
}

/** Since when and why it is paused; undefined where it isn't. */
export function readPaused(store: Store, name: string) {
  return folderOf(store, name).find(archiveLayout.paused);
}

function folderOf(store: Store, name: string) {
  return store.standingOrder('archives', name);
}
