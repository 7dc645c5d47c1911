/** What isn't with a schedule as it was ordered: its times, what never came, and who holds its study's workflow id. */
import { findNeverCame, type RecurrenceOrder } from '../../recurrence/index.ts';
import { orderStandsSince, pausedMark, type Store } from '../../store/index.ts';
import { foreignKeyOf } from '../../sealing/foreign-key.ts';
import { commandToEnd } from '../../temporal/command-to-end.ts';
import { recurringScheduleId, studyWorkflowId, taskQueue } from '../../temporal/names.ts';
import { listOwnTimes } from '../../temporal/own-times.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readOrderWarnings, type OrderWarning } from '../order-warnings.ts';
import type { Standing } from './read-standing.ts';
import { orderFolder } from './recurrences.ts';
import { flowTimingOf } from './schedule-words.ts';

/** A server needs so long to start what is due, milliseconds. */
const dueMs = 300_000;
/** So far back it is looked for what never came, milliseconds; and how many are named. */
const backMs = 30 * 86_400_000;
const mostNamed = 5;

/** @param engine absent where nothing is up: then what only Temporal knows isn't told */
export async function readScheduleWarnings(
  { store, engine, now }: ReadFrom,
  order: RecurrenceOrder,
  state: Standing['state'],
): Promise<readonly OrderWarning[]> {
  const ordered = {
    folder: orderFolder(store, order.name),
    timing: flowTimingOf(order),
    state: state === 'unknown' ? undefined : state,
    remedy: `doeflow schedule create STUDY --name ${order.name} --replace, with the folder of its study`,
  };
  return [
    ...(engine === undefined ? [] : await heldByOthers(engine, order)),
    ...(await readOrderWarnings(ordered, now)),
    ...(await neverCame({ store, engine, now }, order)),
  ];
}

/** Where warnings are read from. */
export interface ReadFrom {
  readonly store: Store;
  readonly engine: Engine | undefined;
  readonly now: Date;
}

async function heldByOthers(
  engine: Engine,
  { study }: RecurrenceOrder,
): Promise<readonly OrderWarning[]> {
  const workflowId = studyWorkflowId(study.studyName);
  const found = await look(engine, workflowId);
  if (found === undefined || !found.isOpen || found.isOurs) return [];
  if (found.foreignKey !== undefined) {
    const { describeMissingKey } = await import('../../look/missing-key.ts');
    const { sealedWith, whatToDo } = await describeMissingKey(engine, found.foreignKey);
    return [
      {
        sentence: `the open workflow "${workflowId}" is sealed with ${sealedWith}, so every occurrence is skipped`,
        toDo: whatToDo,
      },
    ];
  }
  return [
    {
      sentence: `somebody else has an open workflow "${workflowId}", so every occurrence is skipped`,
      toDo: commandToEnd(workflowId, engine),
    },
  ];
}

async function neverCame(
  { store, engine, now }: ReadFrom,
  order: RecurrenceOrder,
): Promise<readonly OrderWarning[]> {
  const folder = orderFolder(store, order.name);
  const since = Date.parse(await orderStandsSince(folder, order));
  const paused = await folder.find(pausedMark);
  const until = now.getTime() - dueMs - order.timing.jitterMs;
  const span = {
    from: new Date(Math.max(since, now.getTime() - backMs)),
    to: new Date(Math.min(until, paused === undefined ? until : Date.parse(paused.at))),
  };
  const missing = await findNeverCame(folder, listOwnTimes(order.timing, span, 200));
  const named = missing.slice(0, mostNamed);
  const told = await Promise.all(named.map(async (time) => `${time} (${await whyNot(time)})`));
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
  return told.length === 0
    ? []
    : [{ sentence: `the occurrence of ${told.join(', of ')}${more} never came` }];

  async function whyNot(time: string): Promise<string> {
    if (engine === undefined) return 'why is not known while nothing is up';
    const workflowId = `${recurringScheduleId(order.name)}-${time.replace(/\.\d+Z$/u, 'Z')}`;
    const found = await look(engine, workflowId);
    return found === undefined
      ? 'nothing was up'
      : `its workflow id was used: ${workflowId} is ${found.status}`;
  }
}

/** A workflow by its id, and whether doeflow with our key started it on our own task queue; undefined where there is none. */
async function look({ temporalClient }: Engine, workflowId: string) {
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { WorkflowNotFoundError } = await import('@temporalio/client');
  try {
    const described = await temporalClient.workflow.getHandle(workflowId).describe();
    const { status, memo } = described;
    return {
      status: status.name,
      isOpen: status.name === 'RUNNING',
      foreignKey: foreignKeyOf(memo),
      isOurs: described.taskQueue === taskQueue && typeof memo?.['studyId'] === 'string',
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
