/** Payload keys on one server with several workers: encryption, a wrong key, and the change of a key in the order that docs/security.md says. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProgramSpec } from '../../../src/host/supervisor/program-spec.ts';
import { writeChaosStudy } from '../../chaos/chaos-study.ts';
import { distFolder } from '../../kit/dist-folder.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { createStackProgram, type StackProgram } from '../../kit/stack-program.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { connectTemporal } from '../../../src/temporal/connect.ts';
import { createSealing } from '../../../src/sealing/index.ts';
import { taskQueue } from '../../../src/temporal/names.ts';
import { waitFor } from '../../kit/processes.ts';
import { temporaryFolder, type CommandEnd } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const keys = { old: '0a'.repeat(32), fresh: '1b'.repeat(32), foreign: '2c'.repeat(32) };
const workers: StackProgram[] = [];
/** Workers amid the first step of a change: one knows the old key alone, the other believes the new one, too. */
let former: StackProgram;
let believer: StackProgram;
let ours: Readonly<Record<string, string>>;
let believing: Readonly<Record<string, string>>;
let stack: Stack;
let connection: Connection;
let client: Client;

beforeAll(async () => {
  stack = await startStack({ speed: 200, without: ['worker'] });
  connection = await Connection.connect({ address: stack.temporalAddress });
  client = new Client({ connection, namespace: stack.namespace });
  ours = machine('ours', 'old');
  believing = machine('believing', 'old', 'fresh');
  former = workerOf(ours);
  believer = workerOf(believing);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await connection?.close();
  await stack?.stop();
});

/** Settings of a machine whose key file has these keys, in this order. */
function machine(name: string, ...lines: readonly (keyof typeof keys)[]) {
  const file = join(folder, `${name}-keys`);
  writeFileSync(file, lines.map((line) => `${keys[line]}\n`).join(''), { mode: 0o600 });
  return { ...stack.env, DOEFLOW_PAYLOAD_KEY_FILE: file, DOEFLOW_PAYLOAD_ENCRYPT: '1' };
}

function workerOf(env: Readonly<Record<string, string>>): StackProgram {
  const worker = createStackProgram({
    ...{ name: 'worker', title: 'worker', command: process.execPath, cwd: stack.home },
    args: [join(distFolder(), 'worker', 'main.js')],
    env: {
      ...process.env,
      ...env,
      ...{ DOEFLOW_LEASE: 'stdin', DOEFLOW_POLL_MIN_MS: '50', DOEFLOW_POLL_MAX_MS: '250' },
    },
    ...{ secret: stack.platformToken, stopGraceMs: 900, ready: /^doeflow worker ready/ },
  } satisfies ProgramSpec);
  workers.push(worker);
  return worker;
}

function call(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return doeflowInProcess(args, env);
}

/** Starts a study of two jobs of one run each, which take so long. */
function start(
  env: Readonly<Record<string, string>>,
  name: string,
  runSeconds: number,
): Promise<CommandEnd> {
  const size = { runs: 2, runsPerJob: 1, runSeconds };
  const study = writeChaosStudy(join(folder, name), name, size);
  return call(env, 'start', study.folder, '--results', join(folder, 'results'));
}

const finished = { status: 'Finished', runs: { total: 2, done: 2, failed: 0 } };

async function expectFinished(env: Readonly<Record<string, string>>, name: string): Promise<void> {
  const end = await call(env, 'watch', name, '--json');
  expect(JSON.parse(end.stdout || '{}'), end.stderr).toMatchObject(finished);
}

it('encrypts what stands in Temporal, and every command works', async () => {
  // A study waits for its first worker; the command and the workers take as long to load.
  const begun = await Promise.all([start(ours, 'hidden', 0), former.start(), believer.start()]);
  expect(begun[0].exitCode).toBe(0);
  await expectFinished(ours, 'hidden');
  const listed = await call(ours, 'list', '--json');
  expect(listed.stdout).toContain('"hidden"');
  const { events } = await client.workflow.getHandle('study-hidden').fetchHistory();
  // Search attributes are for the server to read, and marks of patches for the SDK: they say nothing of a study.
  const text = JSON.stringify(events, (name, value: unknown) =>
    /^searchAttributes$|^patch-data$/u.test(name) ? undefined : value,
  );
  const encodings = [...text.matchAll(/"encoding":"([^"]+)"/gu)].map(([, code = '']) =>
    Buffer.from(code, 'base64').toString(),
  );
  expect(encodings.length).toBeGreaterThan(10);
  expect([...new Set(encodings)]).toEqual(['binary/encrypted']);

  const wrong = machine('wrong', 'foreign');
  const refused = await start(wrong, 'refused', 0);
  expect([refused.exitCode, refused.stderr]).toEqual([7, expect.stringContaining('key')]);
  const doctor = await call(wrong, 'doctor', '--json');
  const { checks } = JSON.parse(doctor.stdout) as {
    readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
  };
  expect([doctor.exitCode, checks.find(({ name }) => name === 'Keys of workers')]).toMatchObject([
    7,
    {
      ok: false,
      detail: expect.stringContaining('refuses what this command line sends') as string,
    },
  ]);
  expect(doctor.stdout).not.toContain(keys.old);
});

it('takes a new key while a study is open: believed first by all, then sealing with it', async () => {
  const sealing = machine('sealing', 'fresh', 'old');
  const begun = await start(ours, 'rotated', 4);
  expect(begun.exitCode).toBe(0);
  // A command line whose first key no worker has reads what is there, and is believed by nobody.
  const hasty = machine('hasty', 'foreign', 'old');
  const [told, refused] = await Promise.all([
    call(hasty, 'status', 'rotated', '--json'),
    call(hasty, 'pause', 'rotated'),
    // Who doesn't believe the new key is gone before anything is sealed with it.
    former.stop(),
  ]);
  expect(told.stdout).toContain('of this command line');
  expect(refused).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('does not believe this command line') as string,
  });
  await workerOf(sealing).start();
  expect(believer.isRunning()).toBe(true);
  await expectFinished(sealing, 'rotated');
  const status = await call(believing, 'status', 'rotated', '--json');
  expect(JSON.parse(status.stdout)).toMatchObject({ status: 'Finished', notes: [] });
});

it('leaves a start that another key sealed to a worker that has it, and ends nothing', async () => {
  const sealing = createSealing([Buffer.from(keys.foreign, 'hex')]);
  const target = { address: stack.temporalAddress, namespace: stack.namespace };
  const stranger = await connectTemporal(target, { sealing });
  try {
    const handle = await stranger.temporalClient.workflow.start('studyWorkflow', {
      ...{ workflowId: 'study-waiting', taskQueue, args: [{ studyId: 'waiting-1' }] },
    });
    await waitFor('a step that no worker here can make', async () => {
      const { raw } = await handle.describe();
      return (raw.pendingWorkflowTask?.attempt ?? 0) > 1;
    });
    const { events } = await handle.fetchHistory();
    const failure = events?.find(({ workflowTaskFailedEventAttributes: told }) => told != null);
    expect(failure?.workflowTaskFailedEventAttributes?.failure?.message).toContain(
      `sealed with the payload key ${sealing.fingerprints[0]}, which this worker doesn't have`,
    );
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await handle.terminate();
  } finally {
    await stranger.close();
  }
});
