/** The orders of recurring studies in the store. */
import { UsageError } from '../../errors.ts';
import {
  listPassTimes,
  recurrenceLayout,
  type ComingResult,
  type RecurrenceOrder,
} from '../../recurrence/index.ts';
import type { DocumentFolder, Store } from '../../store/index.ts';

/** One coming as the store knows it; without a result it is under way, or was cut off. */
export interface StoredComing {
  readonly passTime: string;
  readonly studyId: string | undefined;
  readonly result: ComingResult | undefined;
}

/** The folder of one order. */
export function orderFolder(store: Store, name: string): DocumentFolder {
  return store.standingOrder('recurrences', name);
}

/** All orders that stand, by name. */
export async function listOrders(store: Store): Promise<readonly RecurrenceOrder[]> {
  const names = await store.listStandingOrders('recurrences');
  const orders = await Promise.all(
    names.map((name) => orderFolder(store, name).find(recurrenceLayout.order)),
  );
  return orders.filter((order) => order !== undefined);
}

/** @throws UsageError USAGE_SCHEDULE_NOT_FOUND, exit code 6 */
export async function readOrder(store: Store, name: string): Promise<RecurrenceOrder> {
  const order = await orderFolder(store, name).find(recurrenceLayout.order);
  if (order !== undefined) return order;
  throw await noSuchSchedule(store, name);
}

/** The error for a name that no order has. */
export async function noSuchSchedule(store: Store, name: string): Promise<UsageError> {
  const known = (await listOrders(store)).map((order) => order.name);
  return new UsageError('USAGE_SCHEDULE_NOT_FOUND', `There is no schedule "${name}" in the store`, {
    exitCode: 6,
    hint:
      known.length === 0
        ? 'None was made yet: doeflow schedule create STUDY --cron "0 3 * * *"'
        : `Known schedules: ${known.slice(0, 5).join(', ')}. See all: doeflow schedule list`,
  });
}

/** The latest comings under an order, the newest first. */
export async function readComings(
  store: Store,
  { name, createdAt }: RecurrenceOrder,
  count: number,
): Promise<readonly StoredComing[]> {
  const folder = orderFolder(store, name);
  const comings: StoredComing[] = [];
  for (const passTime of await listPassTimes(folder)) {
    if (comings.length === count) break;
    const prepared = await folder.find(recurrenceLayout.prepared(passTime));
    // Of an earlier order that had this name.
    if (prepared?.orderCreatedAt !== createdAt) continue;
    const result = await folder.find(recurrenceLayout.result(passTime));
    comings.push({ passTime, studyId: prepared.studyId, result });
  }
  return comings;
}
