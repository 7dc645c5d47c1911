/**
 * Somebody without the payload key, but with Temporal's port: nothing that he says is done, and what he disturbs goes on and ends whole, paid
 * once by the platform's own ledger.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { taskQueue } from '../../../src/temporal/names.ts';
import { writeChaosStudy, type ChaosStudy } from '../../chaos/chaos-study.ts';
import { expectEachRunOnce, type LedgerEntry } from '../../chaos/judge-study.ts';
import { distFolder } from '../../kit/dist-folder.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { waitFor } from '../../kit/processes.ts';
import { sealingOf } from '../../kit/sealing-of.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { temporaryFolder } from '../../studies/run-study.ts';
import { Attacker } from './attacker.ts';

const folder = temporaryFolder(afterAll);
let stack: Stack;
let connection: Connection;
let client: Client;
let attacker: Attacker;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  stack = await startStack({ speed: 20, without: ['worker'] });
  connection = await Connection.connect({ address: stack.temporalAddress });
  client = new Client({ connection, namespace: stack.namespace });
  attacker = new Attacker(connection, stack.namespace);
});
afterAll(async () => {
  await connection?.close();
  await stack?.stop();
});

const call = (...args: readonly string[]) => doeflowInProcess(args, stack.env);

async function startStudy(name: string): Promise<ChaosStudy> {
  const study = writeChaosStudy(join(folder, name), name, {
    runs: 4,
    runsPerJob: 2,
    runSeconds: 1,
  });
  const results = join(folder, 'results');
  const { exitCode, stderr } = await call('start', study.folder, '--results', results);
  expect(exitCode, stderr).toBe(0);
  return study;
}

async function expectFinishedOnce(name: string, study: ChaosStudy): Promise<void> {
  const end = await call('watch', name, '--json');
  const runs = { total: 4, done: 4, failed: 0 };
  expect(JSON.parse(end.stdout), end.stderr).toMatchObject({ status: 'Finished', runs });
  const since = (await ledger()).filter(({ seq }) => seq > ledgerBegin);
  expectEachRunOnce({ study, ledger: since });
}

let ledgerBegin = 0;

async function ledger(): Promise<readonly LedgerEntry[]> {
  const answer = await fetch(`${stack.platformUrl}local/ledger/?limit=1000`, {
    headers: { authorization: `Token ${stack.platformToken}` },
  });
  return ((await answer.json()) as { readonly entries: readonly LedgerEntry[] }).entries;
}

/** What costs something. */
async function paid(): Promise<readonly LedgerEntry[]> {
  const kinds = ['job created', 'job submitted', 'run started'];
  return (await ledger()).filter(({ kind }) => kinds.includes(kind));
}

it('ends, when a worker starts, what was begun without a seal, also where its history would not replay', async () => {
  await client.workflow.start('studyWorkflow', {
    workflowId: 'study-of-an-earlier-version',
    taskQueue,
    args: [{ studyId: 'old-1', studyName: 'old', planHash: 'x', pace: {} }],
  });
  await attacker.scheduleActivity('studyWorkflow', 'planStudy', { studyId: 'old-1' });
  await stack.programs.worker.start();
  const handle = client.workflow.getHandle('study-of-an-earlier-version');
  await expect(handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('UNSEALED') as string },
  });
});

it('fails a start without a seal at once, and writes nothing for it', async () => {
  const results = join(folder, 'stolen');
  const handle = await client.workflow.start('studyWorkflow', {
    workflowId: 'study-forged',
    taskQueue,
    retry: { maximumAttempts: 5 },
    args: [
      {
        studyId: '../../escaped',
        studyName: 'forged',
        planHash: 'x',
        pace: { heartbeatTimeoutMs: 4000, listLagMs: 50, retryMs: 200 },
        resultsDir: results,
        retry: { runs: 'failed' },
      },
    ],
  });
  await expect(handle.result()).rejects.toMatchObject({
    cause: { type: 'UNSEALED', nonRetryable: true },
  });
  expect((await handle.describe()).raw.workflowExecutionInfo?.historyLength?.toNumber()).toBe(5);
  expect(existsSync(results)).toBe(false);
  expect(readdirSync(stack.home)).not.toContain('escaped');
});

it('lets a running study be neither ordered, misled nor asked, and the study says so and ends whole', async () => {
  ledgerBegin = (await ledger()).at(-1)?.seq ?? 0;
  const study = await startStudy('victim');
  await waitFor('the first run', () => readFileSync(study.executions, 'utf8') !== '');
  const victim = client.workflow.getHandle('study-victim');
  await expect(victim.executeUpdate('stop', { args: [{ mode: 'force' }] })).rejects.toThrow();
  await expect(victim.executeUpdate('retry', { args: [{ runs: [1] }] })).rejects.toThrow();
  await expect(victim.query('progress')).rejects.toThrow();
  await victim.signal('jobEnded', { jobNumber: 1, state: 'done', submitted: true });

  const { startInput, signals } = await attacker.readHistory('study-victim');
  // Sealed for this study: for another one, for a time of a schedule, or as a signal, it is worth nothing.
  const copies = ['study-twin', 'study-victim-2026-01-01T00:00:00Z'];
  for (const workflowId of copies) {
    await attacker.startRaw(workflowId, 'studyWorkflow', startInput);
    await expect(client.workflow.getHandle(workflowId).result()).rejects.toMatchObject({
      cause: { type: 'UNSEALED' },
    });
  }
  await attacker.signalRaw('study-victim', 'jobEnded', startInput);
  const progress = signals.find(({ name }) => name === 'jobProgress');
  expect(progress).toBeDefined();
  await attacker.signalRaw('study-victim', 'jobEnded', progress?.input ?? []);
  // The very same message again is a copy too.
  await attacker.signalRaw('study-victim', 'jobProgress', progress?.input ?? []);
  await attacker.signalRaw('study-victim', 'jobEnded', [
    { metadata: { encoding: Buffer.from('binary/unheard-of') }, data: Buffer.from([0, 255]) },
    { metadata: {}, data: Buffer.from('{') },
  ]);
  const { stdout } = await call('status', 'victim', '--json');
  const { notes } = JSON.parse(stdout) as { readonly notes: readonly string[] };
  // Five signals: updates are refused by their validators, before they are in a history.
  expect(notes.join('\n')).toContain('5 messages were refused');
  await expectFinishedOnce('victim', study);
});

it('ends a study whole though somebody takes its tasks and answers with what other workers sealed', async () => {
  ledgerBegin = (await ledger()).at(-1)?.seq ?? 0;
  const thefts = attacker.stealActivities(3);
  const study = await startStudy('robbed');
  const stolen = await thefts;
  expect(stolen.length).toBeGreaterThanOrEqual(3);
  await expectFinishedOnce('robbed', study);
});

it('pays nothing for a copy of a start after the study has ended', async () => {
  const before = (await paid()).length;
  const { startInput } = await attacker.readHistory('study-robbed');
  await attacker.startRaw('study-robbed', 'studyWorkflow', startInput);
  await expect(client.workflow.getHandle('study-robbed').result()).rejects.toMatchObject({
    cause: { type: 'TICKET_REFUSED' },
  });
  expect(await paid()).toHaveLength(before);
});

it('pays nothing when the workflow of a study that has ended is reset', async () => {
  const before = (await paid()).length;
  const handle = client.workflow.getHandle('study-robbed-2');
  await startStudy('robbed-2');
  await call('watch', 'robbed-2', '--json');
  const paidOnce = (await paid()).length;
  expect(paidOnce).toBeGreaterThan(before);
  const { runId } = await handle.describe();
  const { events } = await handle.fetchHistory();
  await client.workflowService.resetWorkflowExecution({
    namespace: stack.namespace,
    workflowExecution: { workflowId: 'study-robbed-2', runId },
    // The first task of the workflow.
    workflowTaskFinishEventId: events?.[3]?.eventId ?? null,
    requestId: 'reset-by-somebody',
    reason: 'to have it paid for again',
  });
  await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'TICKET_REFUSED' } });
  expect(await paid()).toHaveLength(paidOnce);
  const { status } = JSON.parse((await call('status', 'robbed-2', '--json')).stdout) as {
    readonly status: string;
  };
  expect(status).toBe('Finished');
});

it('replays what was refused in the same way', async () => {
  const workflowBundle = { codePath: join(distFolder(), 'workflow-bundle.js') };
  const { codec } = await sealingOf(stack.home);
  for (const workflowId of ['study-victim', 'study-robbed', 'study-forged']) {
    const history = await client.workflow.getHandle(workflowId).fetchHistory();
    await Worker.runReplayHistory(
      { workflowBundle, dataConverter: { payloadCodecs: [codec] }, replayName: workflowId },
      history,
      workflowId,
    );
  }
});
