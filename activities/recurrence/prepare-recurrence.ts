import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import {
  occurrenceStudyId,
  recurrenceLayout,
  type RecurrenceOrder,
} from '../../src/recurrence/index.ts';
import type { PreparedRecurrence, RecurrencePassTarget } from '../../src/run/archive-contract.ts';
import { layout, type DocumentFolder } from '../../src/store/index.ts';
import { startWords } from '../../src/study/start-words.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Makes the study of one occurrence from the standing order, which is what allows it; the same study when asked again. */
export async function prepareRecurrence(
  { store, studyCache, engineVersion }: ActivityDependencies,
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
  const studyId = occurrenceStudyId(order.study.studyName, schedule, passTime);
  const folder = store.study(studyId);
  if (!(await folder.has(layout.snapshot))) {
    await keepStudy(folder, order, { studyId, engineVersion });
  }
  await orders.create(recurrenceLayout.prepared(passTime), {
    studyId,
    orderCreatedAt: order.createdAt,
    preparedAt: new Date().toISOString(),
  });
  const { snapshot, study, plan } = await studyCache.get(studyId);
  const { resultsDir } = snapshot;
  return {
    studyId,
    studyName: snapshot.studyName,
    planHash: snapshot.planHash,
    ...(resultsDir === undefined ? {} : { resultsDir }),
    overlap: order.overlap,
    method: study.design.method,
    runs: plan.runCount,
    ...startWords(study, plan, studyId),
  };
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
