/** Schedules on a Temporal server: what comes again, when, and what became of it. Knows neither archives nor studies. */
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
  type ScheduleHandle,
  type ScheduleOverlapPolicy,
} from '@temporalio/client';
import type { SearchAttributePair } from '@temporalio/common';
import { UsageError } from '../errors.ts';
import { openArguments, startOf } from '../sealing/envelope.ts';
import type { FlowOverlap, FlowTiming } from './flow-timing.ts';
import { taskQueue } from './names.ts';

/** What is to come again. */
export interface FlowSchedule {
  readonly scheduleId: string;
  readonly timing: FlowTiming;
  /** Started each time, with the schedule's id and the time as its id. */
  readonly workflowType: string;
  readonly input: unknown;
  /** For the Temporal UI. */
  readonly summary: string;
  readonly attributes: readonly SearchAttributePair[];
}

/** A schedule as the server sees it. */
export interface FlowScheduleState {
  readonly paused: boolean;
  /** Why, where someone said so. */
  readonly note: string | undefined;
  /** ISO 8601, UTC; at most ten. */
  readonly nextTimes: readonly string[];
  /** The newest ten that were started, oldest first. */
  readonly recent: readonly { readonly scheduledAt: string; readonly workflowId: string }[];
  /** Workflow ids of those that are under way, as far as the schedule follows them. */
  readonly running: readonly string[];
  /** Those that wait until the ones under way have ended; of many that are made up for, the first. */
  readonly waiting: number;
  readonly taken: number;
  /** Left out: no server was up in time. */
  readonly missed: number;
  /** Left out: the last one was still under way. */
  readonly skipped: number;
  /** Why no worker takes what it sends, where that wasn't sealed with our key: an earlier version made it, or somebody else. */
  readonly refused?: string;
  /** What it starts instead of ours, where somebody gave it another workflow id or task queue; as the rest of a sentence. */
  readonly misdirected?: string;
}

const policies: Readonly<Record<FlowOverlap, ScheduleOverlapPolicy>> = {
  skip: 'SKIP',
  'buffer-one': 'BUFFER_ONE',
  'buffer-all': 'BUFFER_ALL',
  'allow-all': 'ALLOW_ALL',
};

/**
 * Makes the schedule. @returns false, with nothing changed, when there is one of this id already
 * @throws UsageError USAGE_SCHEDULE when the server can't make times of its timing
 */
export async function createFlowSchedule(client: Client, schedule: FlowSchedule): Promise<boolean> {
  const { timing } = schedule;
  try {
    await client.schedule.create({
      scheduleId: schedule.scheduleId,
      spec: {
        ...(timing.cron === undefined ? {} : { cronExpressions: [timing.cron] }),
        ...(timing.everyMs === undefined ? {} : { intervals: [{ every: timing.everyMs }] }),
        timezone: timing.timezone,
        jitter: timing.jitterMs,
      },
      policies: { overlap: policies[timing.overlap], catchupWindow: timing.catchupMs },
      action: {
        type: 'startWorkflow',
        workflowType: schedule.workflowType,
        workflowId: schedule.scheduleId,
        taskQueue,
        args: [schedule.input],
        typedSearchAttributes: [...schedule.attributes],
        staticSummary: schedule.summary,
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    // The client's own word for a specification that the server refused.
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError('USAGE_SCHEDULE', `Temporal refuses the schedule: ${error.message}`, {
      hint: 'Check the cron expression and the time zone',
      cause: error,
    });
  }
}

/** Undefined where there is no such schedule. */
export async function describeFlowSchedule(
  client: Client,
  scheduleId: string,
): Promise<FlowScheduleState | undefined> {
  const description = await unlessNotFound(client, scheduleId, (handle) => handle.describe());
  return description === undefined ? undefined : stateOf(description);
}

/**
 * Starts one now, paused or not, whatever is under way. @returns the id of its workflow; undefined where there is no such schedule
 * @throws UsageError USAGE_TRIGGER when the server doesn't start it
 */
export async function triggerFlowSchedule(
  client: Client,
  scheduleId: string,
  options: { readonly patienceMs: number },
): Promise<string | undefined> {
  const before = await describeFlowSchedule(client, scheduleId);
  if (before === undefined) return undefined;
  const known = new Set(before.recent.map(({ workflowId }) => workflowId));
  await leaveSecondOf(before.recent.at(-1)?.scheduledAt);
  await client.schedule.getHandle(scheduleId).trigger('ALLOW_ALL');
  const deadline = performance.now() + options.patienceMs;
  while (performance.now() < deadline) {
    const now = await describeFlowSchedule(client, scheduleId);
    const started = now?.recent.find(({ workflowId }) => !known.has(workflowId));
    if (started !== undefined) return started.workflowId;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new UsageError(
    'USAGE_TRIGGER',
    `Temporal took the order to start ${scheduleId} now, and has not started it after ${Math.round(options.patienceMs / 1000)} s`,
    { exitCode: 7, hint: 'Look at the schedule in the Temporal UI, or repeat the command' },
  );
}

/** The server names what it starts by the second: two of one second would be one, and the later order lost. */
async function leaveSecondOf(scheduledAt: string | undefined): Promise<void> {
  if (scheduledAt === undefined) return;
  const nextSecondMs = (Math.floor(Date.parse(scheduledAt) / 1000) + 1) * 1000;
  // Bounded, as the server's clock may be ahead of ours.
  const waitMs = Math.min(nextSecondMs - Date.now(), 1000);
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** False where there is no such schedule. */
export function pauseFlowSchedule(
  client: Client,
  scheduleId: string,
  note: string,
): Promise<boolean> {
  return changed(client, scheduleId, (handle) => handle.pause(note));
}

/** False where there is no such schedule. */
export function resumeFlowSchedule(client: Client, scheduleId: string): Promise<boolean> {
  return changed(client, scheduleId, (handle) => handle.unpause('resumed by a person'));
}

/** Makes up for all times from `from` to `to`, one after the other. False where there is no such schedule. */
export function backfillFlowSchedule(
  client: Client,
  scheduleId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<boolean> {
  return changed(client, scheduleId, (handle) =>
    handle.backfill({ start: from, end: to, overlap: 'BUFFER_ALL' }),
  );
}

/** What is under way goes on. False where there is no such schedule. */
export function deleteFlowSchedule(client: Client, scheduleId: string): Promise<boolean> {
  return isFound(client, scheduleId, (handle) => handle.delete());
}

/** Of several orders that reach a schedule at the same moment, the server forgets all but one: this returns when it has taken in the order. */
function changed(
  client: Client,
  scheduleId: string,
  change: (handle: ScheduleHandle) => Promise<void>,
): Promise<boolean> {
  return isFound(client, scheduleId, async (handle) => {
    await change(handle);
    await handle.describe();
  });
}

async function isFound(
  client: Client,
  scheduleId: string,
  work: (handle: ScheduleHandle) => Promise<void>,
): Promise<boolean> {
  const done = await unlessNotFound(client, scheduleId, async (handle) => {
    await work(handle);
    return true;
  });
  return done === true;
}

async function unlessNotFound<T>(
  client: Client,
  scheduleId: string,
  ask: (handle: ScheduleHandle) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask(client.schedule.getHandle(scheduleId));
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined;
    throw error;
  }
}

function stateOf(description: ScheduleDescription): FlowScheduleState {
  const { state, info, raw, action } = description;
  const sent = openArguments(action.args ?? [], startOf(action.workflowType));
  const misdirected = misdirectionOf(description);
  return {
    ...('refused' in sent ? { refused: sent.refused } : {}),
    ...(misdirected === undefined ? {} : { misdirected }),
    paused: state.paused,
    note: state.note === undefined || state.note === '' ? undefined : state.note,
    nextTimes: info.nextActionTimes.map((time) => time.toISOString()),
    recent: info.recentActions.map(({ scheduledAt, action }) => ({
      scheduledAt: scheduledAt.toISOString(),
      workflowId: action.workflow.workflowId,
    })),
    running: info.runningActions.map(({ workflow }) => workflow.workflowId),
    waiting: Number(raw.info?.bufferSize ?? 0),
    taken: info.numActionsTaken,
    missed: info.numActionsMissedCatchupWindow,
    skipped: info.numActionsSkippedOverlap,
  };
}

function misdirectionOf({ scheduleId, action }: ScheduleDescription): string | undefined {
  const { workflowId, workflowType } = action;
  if (action.taskQueue !== taskQueue) {
    return `it starts ${workflowType} on the task queue "${action.taskQueue}", which is not ours`;
  }
  if (workflowId !== scheduleId) {
    return `it starts ${workflowType} under the id "${workflowId}", not under its own`;
  }
  // Described in milliseconds; ours have none.
  const ends = [action.workflowExecutionTimeout, action.workflowRunTimeout].find(
    (time) => typeof time === 'number' && time > 0,
  );
  return ends === undefined
    ? undefined
    : `it has ${workflowType} ended after ${ends} ms, whatever is under way`;
}
