/** Whoever reaches the Temporal server can alter what a schedule of ours starts: as the server describes it then, each change is told. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { expect, it, onTestFinished } from 'vitest';
import { readOrderWarnings } from '../../src/cli/order-warnings.ts';
import { reaperFault } from '../../src/reaper/index.ts';
import { enclose, startOf } from '../../src/sealing/envelope.ts';
import { openStore } from '../../src/store/index.ts';
import { describeFlowSchedule, type FlowScheduleState } from '../../src/temporal/flow-schedules.ts';
import { taskQueue } from '../../src/temporal/names.ts';

const scheduleId = 'reaper';
const now = new Date('2026-03-10T12:01:00Z');
const sealedFor = (workflowType: string) => enclose(startOf(workflowType), 'scheduled', [{}]);

/** As our workers make it, and the server describes it. */
const ours = {
  ...{ type: 'startWorkflow', workflowType: 'reaperWorkflow', workflowId: scheduleId, taskQueue },
  args: [sealedFor('reaperWorkflow')] as readonly unknown[],
  workflowExecutionTimeout: undefined as number | undefined,
  workflowRunTimeout: 0 as number | undefined,
};

/** What is made of the server's description of a schedule with this action. */
async function stateWith(changed: Partial<typeof ours>): Promise<FlowScheduleState | undefined> {
  const nextActionTimes = Array.from(
    { length: 10 },
    (_, index) => new Date(Date.parse('2026-03-10T12:10:00Z') + index * 600_000),
  );
  const counts = { numActionsTaken: 0, numActionsMissedCatchupWindow: 0 };
  const info = { recentActions: [], runningActions: [], nextActionTimes, ...counts };
  const description = {
    ...{ scheduleId, state: { paused: false }, raw: {}, action: { ...ours, ...changed } },
    info: { ...info, numActionsSkippedOverlap: 0 },
  };
  const handle = { describe: () => Promise.resolve(description) };
  return describeFlowSchedule({ schedule: { getHandle: () => handle } } as unknown as Client, 'x');
}

/** What the owner of an order is told by list, show and doctor. */
async function toldOf(state: FlowScheduleState | undefined): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'doeflow-altered-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const folder = (await openStore(place)).standingOrder('recurrences', 'nightly');
  const order = { folder, timing: undefined, state, remedy: 'make it anew' };
  return (await readOrderWarnings(order, now))
    .map(({ sentence, toDo }) => `${sentence}; ${toDo ?? ''}`)
    .join('\n');
}

it('has nothing to say of a schedule as it was made', async () => {
  const state = await stateWith({});
  expect([reaperFault(state, now), await toldOf(state)]).toEqual([undefined, '']);
});

it.each([
  ['its task queue', { taskQueue: 'theirs' }, 'on the task queue "theirs", which is not ours'],
  ['its workflow id', { workflowId: 'study-beam' }, 'under the id "study-beam", not under its own'],
  ['its workflow', { workflowType: 'studyWorkflow' }, 'it was made as "start reaperWorkflow"'],
  ['what it sends', { args: [{ refused: 'it carries no seal' }] }, 'it carries no seal'],
  ['its purpose', { args: [sealedFor('studyWorkflow')] }, 'it was made as "start studyWorkflow"'],
  ['how much it sends', { args: [...ours.args, ...ours.args] }, 'not one sealed message'],
  ['that it sends anything', { args: [] }, 'not one sealed message'],
  ['how long it has', { workflowExecutionTimeout: 1 }, 'ended after 1 ms'],
  ['how long a run of it has', { workflowRunTimeout: 1000 }, 'ended after 1000 ms'],
])('tells that somebody altered %s', async (_what, changed, words) => {
  const state = await stateWith(changed);
  expect(reaperFault(state, now)).toContain(words);
  const told = await toldOf(state);
  expect(told).toContain(words);
  expect(told).toContain('make it anew');
});
