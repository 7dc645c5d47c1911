/** The last step of an occurrence: compare, keep the verdict, tell whoever wants to know. */
import {
  describeVerdict,
  findResultBefore,
  isComparison,
  judgeOccurrence,
  notificationOf,
  recurrenceLayout,
  type OccurrenceResult,
} from '../../src/recurrence/index.ts';
import type { RecurrenceEnding, RecurrenceResult } from '../../src/run/archive-contract.ts';
import { layout, type DocumentFolder } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { occurrenceFacts } from './occurrence-facts.ts';
import { keepComparison } from './keep-comparison.ts';
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
  const earlier = await findResultBefore(orders, { passTime, orderCreatedAt });
  const result =
    ending.state === 'Skipped'
      ? await skip(dependencies.store.study(ending.studyId), ending)
      : await compare(dependencies, orders, ending, earlier?.reference);
  const kept: OccurrenceResult = {
    ...(earlier?.reference === undefined ? {} : { reference: earlier.reference }),
    ...result,
    orderCreatedAt,
    closedAt: new Date().toISOString(),
  };
  await orders.write(recurrenceLayout.result(passTime), kept);
  return answerOf(schedule, kept);
}

type OpenResult = Omit<OccurrenceResult, 'orderCreatedAt' | 'closedAt'>;

/** Takes back the study that was made for an occurrence whose workflow certainly was not started. */
async function skip(
  folder: DocumentFolder,
  { passTime, studyId, state, loss }: RecurrenceEnding,
): Promise<OpenResult> {
  if ((await folder.find(layout.starting))?.kind === 'new') {
    await folder.remove(layout.snapshot);
    await folder.remove(layout.starting);
  }
  const notes = [`Nothing was run: ${loss ?? 'a study of this name was open'}`];
  return { passTime, studyId, state, comparison: 'skipped', moved: 0, notes };
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
    ...(reference === undefined ? {} : { comparedWith: reference }),
    ...(verdict.becomesReference ? { reference: { passTime, studyId } } : {}),
    notes: [
      ...describeVerdict(verdict, facts, { state, reference: reference?.studyId }),
      ...(loss === undefined ? [] : [`The study was lost: ${loss}`]),
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
