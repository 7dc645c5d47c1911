/** Orders of archives in the store: found by name, kept, taken back. */
import { isDeepStrictEqual } from 'node:util';
import { archiveLayout, keyOfOrder, type ArchiveOrder } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { Store } from '../../store/index.ts';
import type { FlowScheduleState } from '../../temporal/flow-schedules.ts';
import { lookForOrder, type FoundOrder } from '../found-order.ts';
import { readOrderWarnings, type OrderWarning } from '../order-warnings.ts';

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/u;

/** @throws UsageError USAGE_ARCHIVE_NAME for a name that an archive can't have */
export function checkArchiveName(name: string): void {
  if (namePattern.test(name)) return;
  throw new UsageError('USAGE_ARCHIVE_NAME', `"${name}" cannot be the name of an archive`, {
    hint: 'Use lower-case letters, digits and hyphens, at most 63, such as nightly-beams',
  });
}

/**
 * The order of an archive.
 * @throws UsageError USAGE_ARCHIVE_NOT_FOUND, exit code 6; USAGE_ARCHIVE_ORDER, exit code 5, where it can't be read
 */
export async function findArchive(store: Store, name: string): Promise<ArchiveOrder> {
  const { order, problem } = await lookForArchive(store, name);
  if (order !== undefined) return order;
  throw new UsageError(
    'USAGE_ARCHIVE_ORDER',
    `The order of archive "${name}" can't be read: ${problem}`,
    {
      exitCode: 5,
      hint: `Its passes do nothing. Delete it: doeflow archive delete ${name}; then create it anew: what it archived stays, and is known again`,
    },
  );
}

/** As {@link findArchive}, whether the order can be read or not. @throws UsageError USAGE_ARCHIVE_NOT_FOUND, exit code 6 */
export async function lookForArchive(
  store: Store,
  name: string,
): Promise<FoundOrder<ArchiveOrder>> {
  const found = namePattern.test(name) ? await readOrder(store, name) : undefined;
  if (found !== undefined) return found;
  const names = (await listArchives(store)).map((one) => one.name);
  throw new UsageError('USAGE_ARCHIVE_NOT_FOUND', `There is no archive "${name}"`, {
    exitCode: 6,
    hint:
      names.length === 0
        ? 'None was created yet: doeflow help archive'
        : `There are: ${names.slice(0, 20).join(', ')}`,
  });
}

/** The key of an archive's destination: all that write there have the same. */
export function keyOfArchive(store: Store, order: ArchiveOrder): Promise<string> {
  return keyOfOrder(store.standingOrder('archives', order.name), order);
}

/** All orders that hold, by name; one that can't be read keeps none of the others from being listed. */
export async function listArchives(store: Store): Promise<readonly FoundOrder<ArchiveOrder>[]> {
  const names = (await store.listStandingOrders('archives')).filter((name) =>
    namePattern.test(name),
  );
  const found = await Promise.all(names.map((name) => readOrder(store, name)));
  return found.filter((one) => one !== undefined);
}

function readOrder(store: Store, name: string): Promise<FoundOrder<ArchiveOrder> | undefined> {
  return lookForOrder(store.standingOrder('archives', name), name, archiveLayout.order);
}

/** What isn't with an archive's times as it was ordered. @param schedule as the server has it; nullish where it has none, or isn't up */
export function archiveWarnings(
  store: Store,
  { name, timing }: ArchiveOrder,
  schedule: FlowScheduleState | null | undefined,
  now: Date,
): Promise<readonly OrderWarning[]> {
  const remedy = `doeflow archive delete ${name}, then doeflow archive create ${name} with the same options: what it archived stays, and is known again`;
  const folder = store.standingOrder('archives', name);
  return readOrderWarnings({ folder, timing, state: schedule ?? undefined, remedy }, now);
}

/** What became of an order that was to be kept. */
export interface KeptOrder {
  readonly order: ArchiveOrder;
  /** False where an equal one was there. */
  readonly isNew: boolean;
}

/**
 * Keeps an order, before its schedule is made; an equal one that is there already, of a command that was cut off, does as well.
 * @throws UsageError USAGE_ARCHIVE_EXISTS, exit code 5
 * @throws ResultError RESULT_STORE, with nothing kept, for an order that couldn't be read again
 */
export async function keepOrder(store: Store, order: ArchiveOrder): Promise<KeptOrder> {
  const { name } = order;
  archiveLayout.order.decode(archiveLayout.order.encode(order));
  if (await store.standingOrder('archives', name).create(archiveLayout.order, order)) {
    return { order, isNew: true };
  }
  const kept = await findArchive(store, name);
  const { createdAt, engineVersion } = kept;
  const isEqual = isDeepStrictEqual(withoutAbsent({ ...order, createdAt, engineVersion }), kept);
  if (isEqual) return { order: kept, isNew: false };
  throw archiveExists(name, 'with another order');
}

/** For a name that is taken. */
export function archiveExists(name: string, how: string): UsageError {
  return new UsageError('USAGE_ARCHIVE_EXISTS', `There is an archive "${name}" already, ${how}`, {
    exitCode: 5,
    hint: `See it: doeflow archive show ${name}. To change it, delete and create it again: what it archived stays, and is known again`,
  });
}

/** Takes an order back: passes of it do nothing from now on. It is kept for the record, where it can be read. */
export async function takeBackOrder(
  store: Store,
  { name, order }: Pick<FoundOrder<ArchiveOrder>, 'name' | 'order'>,
  now: Date,
): Promise<void> {
  const folder = store.standingOrder('archives', name);
  if (order !== undefined) {
    await folder.write(archiveLayout.deletedOrder(now.toISOString()), order);
  }
  await folder.remove(archiveLayout.order);
}

/** As it is read back. */
function withoutAbsent(order: ArchiveOrder): unknown {
  return JSON.parse(JSON.stringify(order));
}
