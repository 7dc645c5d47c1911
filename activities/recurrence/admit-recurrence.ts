/** Whether the study of an occurrence may begin now, by the order as it stands in the store at this moment. */
import { listPassTimes, recurrenceLayout } from '../../src/recurrence/index.ts';
import type { RecurrenceAdmission, RecurrencePassTarget } from '../../src/run/archive-contract.ts';
import { layout, whyPaused, type DocumentFolder, type Store } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** An occurrence that was seen so often without having asked again waits no more: somebody ended its workflow. */
const mostSilentLooks = 3;

/** Earlier occurrences that are looked at: those that wait are among the newest. */
const mostLookedAt = 100;

/** Asked just before each try to start the study. Of several occurrences that wait, the earliest is let through. */
export async function admitRecurrence(
  { store }: Pick<ActivityDependencies, 'store'>,
  { schedule, passTime }: RecurrencePassTarget,
): Promise<RecurrenceAdmission> {
  const orders = store.standingOrder('recurrences', schedule);
  const { orderCreatedAt } = await orders.read(recurrenceLayout.prepared(passTime));
  const order = await orders.find(recurrenceLayout.order);
  if (order?.createdAt !== orderCreatedAt) {
    return { answer: 'withdrawn', why: 'its order was taken back before its study began' };
  }
  const paused = await whyPaused(orders, passTime);
  if (paused !== undefined) {
    return { answer: 'withdrawn', why: `the schedule ${schedule} is ${paused}` };
  }
  if (order.overlap === 'skip') return { answer: 'begin' };
  const first = await firstBefore(store, orders, { passTime, orderCreatedAt });
  return first === undefined
    ? { answer: 'begin' }
    : { answer: 'wait', why: `the occurrence of ${first} waits too; this one begins after it` };
}

/** The earliest occurrence before this one that waits for its study to begin. */
async function firstBefore(
  store: Store,
  orders: DocumentFolder,
  { passTime, orderCreatedAt }: { readonly passTime: string; readonly orderCreatedAt: string },
): Promise<string | undefined> {
  const own = recurrenceLayout.waiting(passTime);
  const before = (await orders.find(own)) ?? { asked: 0, seen: {} };
  const seen: Record<string, { readonly asked: number; readonly looks: number }> = {};
  const times = (await listPassTimes(orders)).filter((time) => time < passTime);
  for (const earlier of times.slice(0, mostLookedAt)) {
    if (await orders.has(recurrenceLayout.result(earlier))) continue;
    const prepared = await orders.find(recurrenceLayout.prepared(earlier));
    if (prepared?.orderCreatedAt !== orderCreatedAt) continue;
    if (!(await store.study(prepared.studyId).has(layout.starting))) continue;
    const asked = (await orders.find(recurrenceLayout.waiting(earlier)))?.asked ?? 0;
    const known = before.seen[earlier];
    seen[earlier] = { asked, looks: known?.asked === asked ? known.looks + 1 : 1 };
  }
  await orders.write(own, { asked: before.asked + 1, seen });
  return Object.keys(seen)
    .filter((earlier) => (seen[earlier]?.looks ?? 0) <= mostSilentLooks)
    .sort()[0];
}
