/** Orders of archives in the store: found by name, kept, taken back. */
import { isDeepStrictEqual } from 'node:util';
import { archiveLayout, type ArchiveOrder } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { Store } from '../../store/index.ts';

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/u;

/** @throws UsageError USAGE_ARCHIVE_NAME for a name that an archive can't have */
export function checkArchiveName(name: string): void {
  if (namePattern.test(name)) return;
  throw new UsageError('USAGE_ARCHIVE_NAME', `"${name}" cannot be the name of an archive`, {
    hint: 'Use lower-case letters, digits and hyphens, at most 63, such as nightly-beams',
  });
}

/** @throws UsageError USAGE_ARCHIVE_NOT_FOUND, exit code 6 */
export async function findArchive(store: Store, name: string): Promise<ArchiveOrder> {
  const order = namePattern.test(name)
    ? await store.standingOrder('archives', name).find(archiveLayout.order)
    : undefined;
  if (order !== undefined) return order;
  const names = (await listArchives(store)).map((one) => one.name);
  throw new UsageError('USAGE_ARCHIVE_NOT_FOUND', `There is no archive "${name}"`, {
    exitCode: 6,
    hint:
      names.length === 0
        ? 'None was created yet: doeflow help archive'
        : `There are: ${names.slice(0, 20).join(', ')}`,
  });
}

/** All orders that hold, by name. */
export async function listArchives(store: Store): Promise<readonly ArchiveOrder[]> {
  const orders: ArchiveOrder[] = [];
  for (const name of await store.listStandingOrders('archives')) {
    if (!namePattern.test(name)) continue;
    const order = await store.standingOrder('archives', name).find(archiveLayout.order);
    if (order !== undefined) orders.push(order);
  }
  return orders;
}

/**
 * Keeps an order, before its schedule is made; an equal one that is there already, of a command that was cut off, does as well.
 * @throws UsageError USAGE_ARCHIVE_EXISTS, exit code 5
 */
export async function keepOrder(store: Store, order: ArchiveOrder): Promise<ArchiveOrder> {
  const folder = store.standingOrder('archives', order.name);
  if (await folder.create(archiveLayout.order, order)) return order;
  const kept = await folder.read(archiveLayout.order);
  const { createdAt, engineVersion } = kept;
  const isEqual = isDeepStrictEqual(withoutAbsent({ ...order, createdAt, engineVersion }), kept);
  if (isEqual) return kept;
  throw archiveExists(order.name, 'with another order');
}

/** For a name that is taken. */
export function archiveExists(name: string, how: string): UsageError {
  return new UsageError('USAGE_ARCHIVE_EXISTS', `There is an archive "${name}" already, ${how}`, {
    exitCode: 5,
    hint: `See it: doeflow archive show ${name}. To change it, delete and create it again: what it archived stays, and is known again`,
  });
}

/** Takes an order back: passes of it do nothing from now on. It is kept for the record. */
export async function takeBackOrder(store: Store, order: ArchiveOrder, now: Date): Promise<void> {
  const folder = store.standingOrder('archives', order.name);
  await folder.write(archiveLayout.deletedOrder(now.toISOString()), order);
  await folder.remove(archiveLayout.order);
}

/** As it is read back. */
function withoutAbsent(order: ArchiveOrder): unknown {
  return JSON.parse(JSON.stringify(order));
}
