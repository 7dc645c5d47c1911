/** The last step of an occurrence: compare, keep the verdict, tell whoever wants to know. */
import {
  describeVerdict,
  findReferenceBefore,
  isComparison,
  judgeOccurrence,
  notificationOf,
  recurrenceLayout,
  type OccurrenceResult,
} from '../../src/recurrence/index.ts';
import {
  nameWasTaken,
  type RecurrenceEnding,
  type RecurrenceResult,
} from '../../src/run/archive-contract.ts';
import { hasOpenStudy, layout, type DocumentFolder } from '../../src/store/index.ts';
import { studyWorkflowId } from '../../src/temporal/names.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { occurrenceFacts } from './occurrence-facts.ts';
import { keepComparison } from './keep-comparison.ts';
import { neverCameNotes } from './never-came-notes.ts';
import { notifyOnce } from './notify-once.ts';

/** Closes an occurrence once; a repeat answers what was kept. */
export async function closeRecurrence(
  dependencies: ActivityDependencies,
  ending: RecurrenceEnding,
): Promise<RecurrenceResult> {
  const { schedule, passTime } = ending;
  const orders = dependencies.store.standingOrder('recurrences', schedule);
  const before = await orders.find(recurrenceLayout.result(passTime));
  if (before !== undefined) return answerOf(schedule, before);
  const { orderCreatedAt } = await orders.read(recurrenceLayout.prepared(passTime));
  const reference = await findReferenceBefore(orders, { passTime, orderCreatedAt });
  const result =
    ending.state === 'Skipped'
      ? await skip(dependencies, orders, ending)
      : await compare(dependencies, orders, ending, reference);
  const kept: OccurrenceResult = {
    ...(reference === undefined ? {} : { reference }),
    ...result,
    orderCreatedAt,
    closedAt: dependencies.now().toISOString(),
  };
  await orders.write(recurrenceLayout.result(passTime), kept);
  return answerOf(schedule, kept);
}

type OpenResult = Omit<OccurrenceResult, 'orderCreatedAt' | 'closedAt'>;

/** Takes back the study that was made for an occurrence whose workflow certainly was not started. */
async function skip(
  dependencies: ActivityDependencies,
  orders: DocumentFolder,
  { schedule, passTime, studyId, state, loss }: RecurrenceEnding,
): Promise<OpenResult> {
  const { store, studyCache } = dependencies;
  const folder = store.study(studyId);
  const { studyName } = (await studyCache.get(studyId)).snapshot;
  if ((await folder.find(layout.starting))?.kind === 'new') {
    await folder.remove(layout.snapshot);
    await folder.remove(layout.starting);
  }
  const skipped = { passTime, studyId, state, comparison: 'skipped', moved: 0 } as const;
  if (loss !== nameWasTaken(studyName) || (await hasOpenStudy(store, studyName))) {
    return { ...skipped, notes: [`Nothing was run: ${loss ?? 'a study of this name was open'}`] };
  }
  const workflowId = studyWorkflowId(studyName);
  const notes = [
    `Nothing was run: somebody has an open workflow "${workflowId}" that is no study of this store. End it: temporal workflow terminate --workflow-id ${workflowId}; doeflow schedule show ${schedule} says where`,
  ];
  const order = await orders.find(recurrenceLayout.order);
  const news = notificationOf({ schedule, study: studyName }, { ...skipped, notes }, undefined);
  const told = order === undefined ? [] : await notifyOnce(orders, order.notify, news);
  return { ...skipped, notes: [...notes, ...told] };
}

async function compare(
  dependencies: ActivityDependencies,
  orders: DocumentFolder,
  { schedule, passTime, studyId, state, loss }: RecurrenceEnding,
  reference: OccurrenceResult['reference'],
): Promise<OpenResult> {
  const { store, studyCache } = dependencies;
  const facts = await occurrenceFacts(dependencies, studyId, state, reference?.studyId);
  const verdict = judgeOccurrence(facts);
  const { against } = facts;
  const result = {
    passTime,
    studyId,
    state,
    comparison: verdict.comparison,
    moved: isComparison(against) ? against.moved : 0,
    runs: facts.runs,
    ...(reference === undefined ? {} : { comparedWith: reference }),
    ...(verdict.becomesReference ? { reference: { passTime, studyId } } : {}),
    notes: [
      ...describeVerdict(verdict, facts, { state, reference: reference?.studyId }),
      ...(loss === undefined ? [] : [`The study was lost: ${loss}`]),
      ...(await neverCameNotes(orders, passTime)),
    ],
  };
  const further = [...(await keepComparison(store.study(studyId), result, facts))];
  if (verdict.comparison === 'moved' || verdict.comparison === 'incomparable') {
    const order = await orders.find(recurrenceLayout.order);
    const { snapshot } = await studyCache.get(studyId);
    const news = notificationOf(
      { schedule, study: snapshot.studyName },
      result,
      isComparison(against) ? against : undefined,
    );
    further.push(
      ...(order === undefined
        ? ['Nobody was told: the order was deleted meanwhile']
        : await notifyOnce(orders, order.notify, news)),
    );
  }
  return { ...result, notes: [...result.notes, ...further] };
}

function answerOf(schedule: string, result: OccurrenceResult): RecurrenceResult {
  const { passTime, studyId, state, comparison, moved, notes } = result;
  return { schedule, passTime, studyId, state, comparison, moved, notes };
}
