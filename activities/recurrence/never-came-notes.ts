import { findNeverCame, listPassTimes, recurrenceLayout } from '../../src/recurrence/index.ts';
import { orderStandsSince, type DocumentFolder } from '../../src/store/index.ts';
import { listOwnTimes } from '../../src/temporal/own-times.ts';

/** Times that are named. */
const mostNamed = 10;

/** Which of the order's own times nothing came for, since the occurrence before this one; a sentence, or none. */
export async function neverCameNotes(
  orders: DocumentFolder,
  passTime: string,
): Promise<readonly string[]> {
  const order = await orders.find(recurrenceLayout.order);
  if (order === undefined) return [];
  const since = await orderStandsSince(orders, order);
  const before = (await listPassTimes(orders)).find((time) => time < passTime) ?? since;
  const from = new Date(Math.max(Date.parse(before), Date.parse(since)) + 1);
  const to = new Date(Date.parse(passTime) - 1);
  const own = listOwnTimes(order.timing, { from, to }, mostNamed);
  const missing = await findNeverCame(orders, own);
  if (missing.length === 0) return [];
  return [
    `The occurrence of ${missing.join(', of ')} never came: nothing was up then, or somebody took its id. To see which: doeflow schedule show ${order.name}`,
  ];
}
