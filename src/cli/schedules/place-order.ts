import { UsageError } from '../../errors.ts';
import { recurrenceLayout, type RecurrenceOrder } from '../../recurrence/index.ts';
import type { RecurringStudyInput } from '../../run/archive-contract.ts';
import { localPace, remotePace } from '../../run/messages.ts';
import { beginOrder, resumeOrder } from '../../store/index.ts';
import {
  createFlowSchedule,
  deleteFlowSchedule,
  describeFlowSchedule,
  pauseFlowSchedule,
} from '../../temporal/flow-schedules.ts';
import { timingWords } from '../../temporal/flow-timing.ts';
import { recurringScheduleId } from '../../temporal/names.ts';
import { searchAttributeKeys } from '../../temporal/search-attributes.ts';
import type { Engine } from '../engine/open-engine.ts';
import { ownerOf } from '../studies/owner-of.ts';
import { orderFolder } from './recurrences.ts';
import { flowTimingOf } from './schedule-words.ts';

/**
 * Keeps the order, then makes the schedule of it; a command that was killed between is mended by the same one with --replace.
 * @throws UsageError USAGE_SCHEDULE_EXISTS, exit code 5, when somebody else has it
 * @throws ResultError RESULT_STORE, with nothing kept, for an order that couldn't be read again
 */
export async function placeOrder(
  engine: Engine,
  order: RecurrenceOrder,
  replace: boolean,
): Promise<void> {
  recurrenceLayout.order.decode(recurrenceLayout.order.encode(order));
  const folder = orderFolder(engine.store, order.name);
  if (replace) {
    await beginOrder(folder, new Date(order.takenAt));
    await folder.write(recurrenceLayout.order, order);
    await replaceSchedule(engine, order);
    return;
  }
  if (!(await folder.create(recurrenceLayout.order, order))) {
    throw exists(`Somebody made a schedule "${order.name}" at the same moment`, order.name);
  }
  // Of an earlier order of the name.
  await resumeOrder(folder);
  await beginOrder(folder, new Date(order.takenAt));
  let made = false;
  try {
    made = await makeSchedule(engine, order);
  } finally {
    if (!made) await folder.remove(recurrenceLayout.order);
  }
  if (!made) {
    throw exists(
      `Temporal has a schedule "${recurringScheduleId(order.name)}" that this store knows nothing of: another store's perhaps, or left over`,
      order.name,
    );
  }
}

/** Paused stays paused. */
async function replaceSchedule(engine: Engine, order: RecurrenceOrder): Promise<void> {
  const client = engine.temporalClient;
  const scheduleId = recurringScheduleId(order.name);
  const before = await describeFlowSchedule(client, scheduleId);
  await deleteFlowSchedule(client, scheduleId);
  await makeSchedule(engine, order);
  if (before?.paused === true) await pauseFlowSchedule(client, scheduleId, before.note ?? '');
}

function makeSchedule(engine: Engine, order: RecurrenceOrder): Promise<boolean> {
  const timing = flowTimingOf(order);
  const input: RecurringStudyInput = {
    schedule: order.name,
    pace: engine.settings.platform === 'embedded' ? localPace : remotePace,
  };
  return createFlowSchedule(engine.temporalClient, {
    scheduleId: recurringScheduleId(order.name),
    timing,
    workflowType: 'recurringStudyWorkflow',
    input,
    summary: `${order.study.studyName} again: ${timingWords(timing)}`,
    attributes: [
      { key: searchAttributeKeys.FlowName, value: order.name },
      { key: searchAttributeKeys.StudyName, value: order.study.studyName },
      { key: searchAttributeKeys.StudyOwner, value: ownerOf(order.study.platform) },
    ],
  });
}

function exists(message: string, name: string): UsageError {
  return new UsageError('USAGE_SCHEDULE_EXISTS', message, {
    exitCode: 5,
    hint: `Give this one another --name; or, if it is yours, doeflow schedule delete ${name} first`,
  });
}
