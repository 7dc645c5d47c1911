/** Somebody without the key who reaches Temporal's port answers in our workers' place, and changes the reaper's schedule: that delays, is told, and ends nothing. */
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudyResult } from '../../../src/run/messages.ts';
import { SealedClient } from '../../../src/sealing/sealed-client.ts';
import { openStore } from '../../../src/store/index.ts';
import { listHeldIds } from '../../../src/temporal/held-ids.ts';
import {
  clusterWorkflowId,
  jobWorkflowId,
  reaperId,
  studyWorkflowId,
  taskQueue,
} from '../../../src/temporal/names.ts';
import { createWorkflowDesk } from '../../../src/temporal/workflow-desk.ts';
import { keepReaper } from '../../../worker/keep-reaper.ts';
import { progressQuery } from '../../../workflows/messages.ts';
import { sealingOf } from '../../kit/sealing-of.ts';
import { temporaryFolder } from '../../studies/run-study.ts';
import type { Script } from '../../workflows/scripted-activities.ts';
import { openStoryStage, type StoryStage } from '../../workflows/story-stage.ts';

const folder = temporaryFolder(afterAll);
/** As many as once ended a study, or a job of it. */
const thefts = 4;
/** The workflow id and the activity that is robbed, and how often it was. */
const stolen = new Map<string, number>();
let stage: StoryStage;
let client: SealedClient;

beforeAll(async () => {
  const sealing = await sealingOf(join(folder, 'home'));
  stage = await openStoryStage([], sealing, ({ info }) => ({
    inbound: {
      execute(input, next) {
        const key = `${info.workflowExecution?.workflowId} ${info.activityType}`;
        const count = stolen.get(key) ?? thefts;
        if (count >= thefts) return next(input);
        stolen.set(key, count + 1);
        throw theirAnswer(info.activityType);
      },
    },
  }));
  const { connection, namespace = 'default' } = stage.environment;
  client = new SealedClient(sealing, { connection, namespace });
});
afterAll(() => stage?.close());

/** What they say: that there is no sense in another try, or that the next one is in ten years. */
function theirAnswer(activityType: string): ApplicationFailure {
  if (activityType !== 'readPrice') {
    return ApplicationFailure.nonRetryable('there is no such thing', 'API_NOT_FOUND');
  }
  const nextRetryDelay = 10 * 365 * 86_400_000;
  return ApplicationFailure.create({ message: 'later', type: 'API_SERVER', nextRetryDelay });
}

/** Starts a study that is robbed of all first answers of one activity. */
async function startRobbed(name: string, robbed: string, script: Script = {}) {
  const seen = stage.cast(name, script);
  stolen.set(robbed, 0);
  const handle = await client.workflow.start('studyWorkflow', {
    workflowId: studyWorkflowId(name),
    taskQueue,
    memo: { studyId: name },
    args: [
      {
        ...{ studyId: name, studyName: name, planHash: 'hash' },
        pace: { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 20 },
      },
    ],
  });
  return { ...seen, handle, ended: handle.result() as Promise<StudyResult> };
}

it('asks again, ever more slowly, says so, and the study ends whole', async () => {
  const ofPlan = `${studyWorkflowId('planned')} planStudy`;
  const ofJob = `${jobWorkflowId('prepared', 1, 0)} prepareJob`;
  const [planned, prepared] = await Promise.all([
    startRobbed('planned', ofPlan),
    startRobbed('prepared', ofJob),
  ]);
  await expect
    .poll(async () => (await prepared.handle.query(progressQuery)).jobs[0]?.trouble, {
      timeout: 30_000,
    })
    .toContain('4 answers to "activity prepareJob" in a row');
  for (const { ended, calls } of [planned, prepared]) {
    expect((await ended).state).toBe('Finished');
    expect(calls.filter((call) => call.startsWith('submitJob'))).toHaveLength(1);
  }
  expect([stolen.get(ofPlan), stolen.get(ofJob)]).toEqual([thefts, thefts]);
  const { notes } = await planned.handle.query(progressQuery);
  expect(notes.join('\n')).toContain('4 messages were refused');
});

it('is not kept waiting for years by who says that the next try is then', async () => {
  const ofPrice = `${studyWorkflowId('delayed')} readPrice`;
  const { ended } = await startRobbed('delayed', ofPrice);
  expect((await ended).state).toBe('Finished');
  expect(stolen.get(ofPrice)).toBe(thefts);
});

it('keeps the schedule of the reaper, whatever somebody makes of it, and looks though its ids are held', async () => {
  const store = await openStore(join(folder, 'store'));
  const { client: open } = stage.environment;
  const schedule = open.schedule.getHandle(reaperId);
  // Whoever holds the id has every later look join his workflow.
  await open.workflow.start('held', { workflowId: reaperId, taskQueue: 'of-somebody' });
  const told: string[] = [];
  const log = { warn: (...said: unknown[]) => void told.push(String(said.at(-1))) };
  const ending = new AbortController();
  const keeping = keepReaper({
    ...{ client, store, log, signal: ending.signal, everyMs: 200, longestMs: 1_000 },
  });
  const toldOf = (what: string) =>
    expect.poll(() => told.join('\n'), { timeout: 20_000 }).toContain(what);
  await expect.poll(() => schedule.describe().catch(() => undefined)).toBeDefined();
  await schedule.pause();
  await toldOf('somebody paused it');
  await schedule.delete();
  await toldOf('there was none');
  await expect.poll(() => schedule.describe().catch(() => undefined)).toBeDefined();
  // As with a copy of the payload that was sealed.
  await client.schedule.getHandle(reaperId).update(({ action, ...kept }) => ({
    ...kept,
    action: { ...action, taskQueue: 'of-somebody' },
  }));
  await toldOf('on the task queue "of-somebody"');
  await toldOf('This worker has it done now');
  ending.abort();
  await keeping;
  const looks = open.workflow.list({ query: "WorkflowType = 'reaperWorkflow'" });
  const own = [];
  for await (const { workflowId } of looks) own.push(workflowId);
  expect(own[0]).toMatch(/^reaper-[0-9a-f-]{36}$/u);
});

it('tells of a cluster whose workflow id somebody holds, and goes on when that has ended', async () => {
  const workflowId = clusterWorkflowId('beams-on-held');
  const { client: open } = stage.environment;
  const squatted = await open.workflow.start('held', { workflowId, taskQueue: 'of-somebody' });
  // As with copies of all that an earlier one of the id had sealed.
  const copied = clusterWorkflowId('copied');
  await client.workflow.start('clusterWorkflow', { workflowId: copied, taskQueue: 'of-somebody' });
  const { handle, ended } = await startRobbed('on-held', '', {
    plan: { cluster: { kind: 'own', name: 'beams' } },
  });
  const notes = async () => (await handle.query(progressQuery)).notes.join('\n');
  await expect
    .poll(notes, { timeout: 30_000 })
    .toContain(`somebody else holds the workflow id ${workflowId}`);
  await expect
    .poll(async () => (await listHeldIds(client)).held.map((held) => held.workflowId))
    .toEqual(expect.arrayContaining([workflowId, copied]));
  const desk = createWorkflowDesk(client);
  for (const id of [workflowId, copied]) expect((await desk.look(id))?.studyId).toBeNull();
  await squatted.terminate();
  expect((await ended).state).toBe('Finished');
});
