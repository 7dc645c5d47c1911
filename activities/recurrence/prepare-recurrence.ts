import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import {
  occurrenceStudyId,
  recurrenceLayout,
  type RecurrenceOrder,
} from '../../src/recurrence/index.ts';
import type { PreparedRecurrence, RecurrencePassTarget } from '../../src/run/archive-contract.ts';
import { dropTicket, layout, writeTicket, type DocumentFolder } from '../../src/store/index.ts';
import { startWords } from '../../src/study/start-words.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireOrderedTime } from '../ordered-time.ts';

/** Makes the study of one occurrence from the standing order, which is what allows it; the same study when asked again. */
export async function prepareRecurrence(
  { store, studyCache, engineVersion, now }: ActivityDependencies,
  { schedule, passTime }: RecurrencePassTarget,
): Promise<PreparedRecurrence> {
  const orders = store.standingOrder('recurrences', schedule);
  const order = await orders.find(recurrenceLayout.order);
  if (order === undefined) {
    throw ApplicationFailure.nonRetryable(
      `The store has no order for the recurring study "${schedule}", so nothing is run for it. Remove its schedule: doeflow schedule delete ${schedule}`,
      'RECURRENCE_NOT_ORDERED',
    );
  }
  const before = await orders.find(recurrenceLayout.prepared(passTime));
  if (before?.orderCreatedAt !== order.createdAt) {
    await requireOrderedTime(orders, order, { passTime, now: now(), name: `schedule ${schedule}` });
  }
  const studyId = occurrenceStudyId(order.study.studyName, schedule, passTime);
  const folder = store.study(studyId);
  if (!(await folder.has(layout.snapshot))) {
    await keepStudy(folder, order, { studyId, engineVersion });
  }
  const ticket = await allowStart(orders, folder, { passTime, studyId, order, now: now() });
  const { snapshot, study, plan } = await studyCache.get(studyId);
  return {
    studyId,
    studyName: snapshot.studyName,
    planHash: snapshot.planHash,
    ...(ticket === undefined ? {} : { ticket }),
    overlap: order.overlap,
    method: study.design.method,
    runs: plan.runCount,
    ...startWords(study, plan, studyId),
  };
}

/** The one ticket for the start of the occurrence's study: whoever asks for the same occurrence again gets the same. */
async function allowStart(
  orders: DocumentFolder,
  folder: DocumentFolder,
  occurrence: {
    readonly passTime: string;
    readonly studyId: string;
    readonly order: RecurrenceOrder;
    readonly now: Date;
  },
): Promise<string | undefined> {
  const { passTime, studyId, order, now } = occurrence;
  const object = recurrenceLayout.prepared(passTime);
  const before = await orders.find(object);
  if (before !== undefined) return before.ticket;
  const ticket = await writeTicket(folder, { asks: 'start' }, now);
  const prepared = { studyId, ticket, orderCreatedAt: order.createdAt };
  if (await orders.create(object, { ...prepared, preparedAt: now.toISOString() })) return ticket;
  // Another try was quicker: its ticket counts.
  await dropTicket(folder, ticket);
  return (await orders.read(object)).ticket;
}

/** The snapshot last, with a mark before it: the study isn't seen before its workflow is there. */
async function keepStudy(
  folder: DocumentFolder,
  { study, results }: RecurrenceOrder,
  { studyId, engineVersion }: { readonly studyId: string; readonly engineVersion: string },
): Promise<void> {
  const now = new Date().toISOString();
  await folder.create(layout.starting, { kind: 'new', at: now });
  await folder.create(layout.snapshot, {
    formatVersion: 1,
    ...study,
    studyId,
    createdAt: now,
    engineVersion,
    resultsDir: join(results, studyId),
  });
}
