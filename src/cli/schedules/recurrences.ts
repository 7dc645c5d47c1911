/** The orders of recurring studies in the store. */
import { UsageError } from '../../errors.ts';
import {
  listPassTimes,
  recurrenceLayout,
  type OccurrenceResult,
  type RecurrenceOrder,
} from '../../recurrence/index.ts';
import type { DocumentFolder, Store } from '../../store/index.ts';
import { lookForOrder, type FoundOrder } from '../found-order.ts';

/** One occurrence as the store knows it; without a result it is under way, or was cut off. */
export interface StoredOccurrence {
  readonly passTime: string;
  readonly studyId: string | undefined;
  readonly result: OccurrenceResult | undefined;
}

/** The folder of one order. */
export function orderFolder(store: Store, name: string): DocumentFolder {
  return store.standingOrder('recurrences', name);
}

/** All orders that stand, by name. */
export async function listOrders(store: Store): Promise<readonly FoundOrder<RecurrenceOrder>[]> {
  const names = await store.listStandingOrders('recurrences');
  const found = await Promise.all(
    names.map((name) => lookForOrder(orderFolder(store, name), name, recurrenceLayout.order)),
  );
  return found.filter((one) => one !== undefined);
}

/** @throws UsageError USAGE_SCHEDULE_NOT_FOUND, exit code 6 */
export async function readOrder(store: Store, name: string): Promise<RecurrenceOrder> {
  const order = await orderFolder(store, name).find(recurrenceLayout.order);
  if (order !== undefined) return order;
  throw await noSuchSchedule(store, name);
}

/** The error for a name that no order has. */
export async function noSuchSchedule(store: Store, name: string): Promise<UsageError> {
  const known = (await listOrders(store)).map(({ name }) => name);
  return new UsageError('USAGE_SCHEDULE_NOT_FOUND', `There is no schedule "${name}" in the store`, {
    exitCode: 6,
    hint:
      known.length === 0
        ? 'None was made yet: doeflow schedule create STUDY --cron "0 3 * * *"'
        : `Known schedules: ${known.slice(0, 5).join(', ')}. See all: doeflow schedule list`,
  });
}

/** The latest occurrences under an order, the newest first. */
export async function readOccurrences(
  store: Store,
  { name, createdAt }: RecurrenceOrder,
  count: number,
): Promise<readonly StoredOccurrence[]> {
  const folder = orderFolder(store, name);
  const occurrences: StoredOccurrence[] = [];
  for (const passTime of await listPassTimes(folder)) {
    if (occurrences.length === count) break;
    const prepared = await folder.find(recurrenceLayout.prepared(passTime));
    // Of an earlier order that had this name.
    if (prepared?.orderCreatedAt !== createdAt) continue;
    const result = await folder.find(recurrenceLayout.result(passTime));
    occurrences.push({ passTime, studyId: prepared.studyId, result });
  }
  return occurrences;
}
