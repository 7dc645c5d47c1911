/** `doeflow worker` as it runs in production: one process, ended by signals, and queues that are scaled apart. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeChaosStudy } from '../../chaos/chaos-study.ts';
import { createHoldFolder } from '../../chaos/hold-folder.ts';
import { waitFor } from '../../kit/processes.ts';
import { freePort } from '../../kit/free-port.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { startWorkerProcess, type WorkerProcess } from '../../kit/worker-process.ts';
import { doeflow } from '../../studies/run-study.ts';

let stack: Stack;
let folder: string;
const workers: WorkerProcess[] = [];

const start = async (
  env: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<WorkerProcess> => {
  const worker = await startWorkerProcess({ ...stack.env, ...env }, options);
  workers.push(worker);
  return worker;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-worker-'));
  stack = await startStack({ speed: 20, without: ['worker'] });
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  await stack.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Processes whose parent is this one. */
function childrenOf(pid: number): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(pid);
      } catch {
        return false;
      }
    });
}

interface Doctor {
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
  }[];
}

describe('a worker in production', () => {
  it('serves queues apart, is told where one of them has no worker, drains on SIGTERM, and leaves nothing when it is killed', async () => {
    const [metrics, health] = [await freePort(), await freePort()];
    const care = ['--metrics', String(metrics), '--health', `127.0.0.1:${health}`];
    const control = await start({}, '--queues', 'control', ...care);
    const ask = async (port: number, path: string): Promise<{ status: number; text: string }> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await ask(health, '/live')).toMatchObject({ status: 200 });
    const ready = await ask(health, '/ready');
    expect(ready.status, ready.text).toBe(200);
    expect(JSON.parse(ready.text)).toEqual({
      ...{ ready: true, worker: 'polling', temporal: 'ok', store: 'ok' },
    });
    const taken = await doeflow(['worker', '--metrics', String(metrics)], stack.env);
    expect(taken.exitCode).toBe(2);
    expect(taken.stderr).toContain(`Nothing can listen at 127.0.0.1:${metrics}`);
    expect(childrenOf(control.pid)).toEqual([]);
    const doctor = await doeflow(['doctor', '--json'], stack.env);
    expect(doctor.exitCode).toBe(7);
    const { checks } = JSON.parse(doctor.stdout) as Doctor;
    expect(checks.find(({ name }) => name === 'Worker')).toMatchObject({ ok: true });
    expect(checks.find(({ name }) => name === 'Worker of files')).toMatchObject({
      ...{ ok: false, detail: expect.stringContaining('"doeflow-transfer"') as string },
    });

    const study = writeChaosStudy(join(folder, 'study'), 'apart', {
      ...{ runs: 4, runsPerJob: 4, runSeconds: 0 },
    });
    const gate = join(folder, 'gate');
    const model = join(study.folder, 'model.sh');
    const held = `until [ -e ${gate} ]; do sleep 0.1; done\n${readFileSync(model, 'utf8')}`;
    writeFileSync(model, held);
    const started = await doeflow(['start', study.folder, '--json'], stack.env);
    expect(started.exitCode, started.stderr).toBe(0);
    await waitFor('the lack of a worker of files to be told', async () => {
      const { stdout, stderr } = await doeflow(['status', 'apart'], stack.env);
      return `${stdout}${stderr}`.includes('worker of files');
    });

    await start({}, '--queues', 'transfer');
    const { temporalClient } = await stack.connect();
    const waiting = async (): Promise<string | undefined> => {
      const { raw } = await temporalClient.workflow.getHandle('study-apart').describe();
      const watch = raw.pendingActivities?.find(
        ({ activityType }) => activityType?.name === 'watchJobs',
      );
      return watch?.state === 2 ? (watch.lastWorkerIdentity ?? '') : undefined;
    };
    await waitFor('the study to wait for its jobs', waiting);

    const figures = (await ask(metrics, '/metrics')).text;
    expect(figures).toMatch(/^doeflow_platform_requests_total\{.*status="200".*\} [1-9]/mu);
    expect(figures).toMatch(/^doeflow_studies_open(?:\{.*\})? \d/mu);
    expect(figures).toMatch(/^temporal_workflow_task_execution_latency_seconds_count/mu);
    expect(figures).not.toContain('apart');

    const second = await start({}, '--queues', 'control');
    const { code, tookMs } = await control.end('SIGTERM');
    expect(code, control.output()).toBe(0);
    // Its wait was handed back at once: the ten seconds for those that work weren't needed.
    expect(tookMs).toBeLessThan(9_000);
    expect(control.output()).toContain('SIGTERM: takes nothing new and ends within 20 s');
    await waitFor('another worker to wait for the jobs', async () => {
      return (await waiting())?.startsWith(`${second.pid}@`) === true;
    });

    writeFileSync(gate, '');
    const end = await doeflow(['watch', 'apart', '--json'], stack.env);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({ status: 'Finished', runs: { done: 4 } });
    expect((await second.end('SIGKILL')).code).toBeNull();
    expect(childrenOf(second.pid)).toEqual([]);
  });

  it('ends at once on a second signal, and says so in its log, of which each line is JSON', async () => {
    const held = createHoldFolder(join(folder, 'held'));
    held.arm('submit-after-post');
    const worker = await start({ DOEFLOW_HOLD_DIR: join(folder, 'held') }, '--drain', '1h');
    const study = writeChaosStudy(join(folder, 'second'), 'second', {
      ...{ runs: 2, runsPerJob: 2, runSeconds: 0 },
    });
    expect((await doeflow(['start', study.folder], stack.env)).exitCode).toBe(0);
    await held.reached('submit-after-post');
    worker.signal('SIGTERM');
    await waitFor('the drain', () =>
      /takes nothing new .* under way: [1-9]/u.test(worker.output()),
    );
    worker.signal('SIGTERM');
    expect(await worker.ended).toBe(130);
    const lines = worker.output().trim().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ name: 'doeflow-worker' });
    expect(worker.output()).toContain('Ended at once: second signal, SIGTERM');
    expect(worker.output()).not.toContain(stack.platformToken);
  });
});

describe('doctor --fix', () => {
  const fix = (namespace: string, ...options: readonly string[]) =>
    doeflow(['doctor', '--fix', '--temporal-namespace', namespace, ...options], stack.env);

  it('makes a namespace with all that it needs, says so, and does nothing the second time', async () => {
    const { stdout, stderr } = await fix('fresh', '--json');
    expect((JSON.parse(stdout) as { fixed: string[] }).fixed, stderr).toEqual([
      'Made namespace "fresh", which keeps what has ended for 30 days',
      expect.stringMatching(/^Added search attributes: StudyId, .*FlowState$/u),
    ]);
    expect((await fix('fresh')).stderr).toContain('Nothing was missing in namespace "fresh"');
    expect((await fix('fresh', '--retention', '40')).stderr).toContain(
      'Namespace "fresh" keeps what has ended for 40 days, before 30',
    );
  });

  it('tells a search attribute of another type, and changes nothing of it', async () => {
    await fix('crossed');
    const { connection } = await stack.connect();
    const namespace = 'crossed';
    await connection.operatorService.removeSearchAttributes({
      ...{ namespace, searchAttributes: ['RunsTotal'] },
    });
    await connection.operatorService.addSearchAttributes({
      ...{ namespace, searchAttributes: { RunsTotal: 2 } },
    });
    const { exitCode, stderr } = await fix(namespace);
    expect(exitCode).toBe(7);
    expect(stderr).toContain('RunsTotal of namespace "crossed" has type KEYWORD, but must be INT');
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace,
    });
    expect(customAttributes?.['RunsTotal']).toBe(2);
  });
});
