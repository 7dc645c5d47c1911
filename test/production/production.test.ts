/**
 * A deployment on one machine, with a worker killed again and again and then a rolling restart of all: results are those of an undisturbed study, and
 * each run is paid once. `DOEFLOW_TEST_THROUGHPUT=2000` measures that many runs with 1, 2 and 4 workers instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../src/audit/index.ts';
import { writeChaosStudy, type ChaosStudy } from '../chaos/chaos-study.ts';
import { expectEachRunOnce } from '../chaos/judge-study.ts';
import { readLedgerFile } from '../chaos/ledger-file.ts';
import { waitFor } from '../kit/processes.ts';
import { startS3Server, type S3Server } from '../kit/s3-server.ts';
import { longForm } from '../kit/test-form.ts';
import { startWorkerProcess, type WorkerProcess } from '../kit/worker-process.ts';
import { doeflow } from '../studies/run-study.ts';
import { missingPart, startProduction, type ProductionScene } from './production-scene.ts';

const runs = Number(process.env['DOEFLOW_TEST_PRODUCTION_RUNS'] ?? (longForm ? 5_000 : 300));
const killEveryMs = longForm ? 60_000 : 5_000;
const throughputRuns = Number(process.env['DOEFLOW_TEST_THROUGHPUT'] ?? 0);
const patienceMs = 300_000 + runs * 600;

const missing = missingPart();
if (missing !== undefined) console.log(`Left out: ${missing}`);

let scene: ProductionScene;
let bucket: S3Server;
const workers = new Set<WorkerProcess>();
type Env = Readonly<Record<string, string>>;

async function start(env: Env): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(env);
  workers.add(worker);
  return worker;
}

async function end(worker: WorkerProcess, how: NodeJS.Signals): Promise<number | null> {
  const { code } = await worker.end(how);
  workers.delete(worker);
  return code;
}

/** Gently: the next test has another store, and a killed worker of this one would be listed, and waited beside, for a minute. */
async function endAll(): Promise<void> {
  await Promise.all([...workers].map((worker) => end(worker, 'SIGTERM')));
}

const write = (name: string, seconds: number): ChaosStudy =>
  writeChaosStudy(join(scene.folder, name), name, {
    ...{ runs, runsPerJob: Math.ceil(runs / 4), runSeconds: seconds },
  });

/** Has the last tenth of the runs wait, so that the study is open while its workers are replaced. @returns lets them go */
function holdLastRuns(study: ChaosStudy): () => void {
  const gate = join(study.folder, 'gate');
  const model = join(study.folder, 'model.sh');
  const held = `if [ "$(wc -l < "$EXECUTIONS")" -gt ${Math.floor(runs * 0.9)} ]; then until [ -e ${gate} ]; do sleep 0.2; done; fi\n`;
  const text = readFileSync(model, 'utf8');
  writeFileSync(model, text.replace(/^sleep /mu, `${held}sleep `));
  return () => writeFileSync(gate, '');
}

/** Runs that have begun so far, by their own word. */
function executed({ executions }: ChaosStudy): number {
  return readFileSync(executions, 'utf8').split('\n').length - 1;
}

async function run(study: ChaosStudy, name: string, env: Env): Promise<string> {
  const results = join(scene.folder, `${name}-results`);
  const ended = await doeflow(['run', study.folder, '--results', results, '--json'], env);
  expect(ended.exitCode, ended.stderr).toBe(0);
  const { resultsDir } = JSON.parse(ended.stdout) as { readonly resultsDir: string };
  return readFileSync(join(resultsDir, 'results.csv'), 'utf8');
}

describe.skipIf(missing !== undefined)('in production', () => {
  beforeAll(async () => {
    scene = await startProduction();
    bucket = await startS3Server();
  }, 300_000);

  // Those of one store must not take up studies of another one.
  afterEach(endAll);

  afterAll(async () => {
    await bucket?.stop();
    await scene?.stop();
  });

  it('a client without a certificate of the cluster’s authority is refused', async () => {
    const { certificates, env } = scene;
    const refused = await doeflow(['doctor', '--fix'], env(certificates.stranger));
    expect(refused.exitCode).toBe(7);
    const { cert, key } = certificates.stranger;
    expect(`${refused.stdout}${refused.stderr}`).not.toContain(
      readFileSync(key, 'utf8').slice(40, 80),
    );
    expect(cert).toContain('stranger');
  });

  it('doctor --fix makes the namespace and its search attributes, says so, and nothing the second time', async () => {
    const first = await doeflow(['doctor', '--fix', '--retention', '45', '--json'], scene.env());
    const told = JSON.parse(first.stdout) as {
      fixed: string[];
      checks: { name: string; ok: boolean }[];
    };
    expect(told.fixed, first.stderr).toEqual([
      'Made namespace "doeflow", which keeps what has ended for 45 days',
      expect.stringMatching(/^Added search attributes: StudyId, .*FlowState$/u),
    ]);
    expect(told.checks.find(({ name }) => name === 'Search attributes')).toMatchObject({
      ok: true,
    });
    const again = await doeflow(['doctor', '--fix', '--json'], scene.env());
    expect(JSON.parse(again.stdout)).toMatchObject({ fixed: [] });
  });

  it.skipIf(throughputRuns > 0).each(['folder', 'bucket'])(
    'results are those of an undisturbed study, however workers are killed and replaced: store in a %s',
    async (kind) => {
      const store: Env =
        kind === 'folder'
          ? {}
          : { ...(bucket.env() as Env), DOEFLOW_STORE: `s3://${bucket.bucket}/store` };
      const env = { ...scene.env(), ...store };
      for (let count = 0; count < 3; count += 1) await start(env);
      const undisturbed = await run(write(`calm-${kind}`, 0), `calm-${kind}`, env);

      const before = readLedgerFile(scene.platform.home).length;
      const name = `stormy-${kind}`;
      const study = write(name, longForm ? 0.5 : 0.15);
      const open = holdLastRuns(study);
      let isOver = false;
      const ended = run(study, name, env).finally(() => (isOver = true));
      ended.catch(() => undefined);
      await waitFor(
        'the study to begin',
        () => readLedgerFile(scene.platform.home).length > before,
      );
      let killed = 0;
      for (; killed < 3 || (longForm && executed(study) < runs * 0.8); killed += 1) {
        await delay(killEveryMs);
        const [victim] = workers;
        if (victim !== undefined) await end(victim, 'SIGKILL');
        await start(env);
      }
      for (const old of [...workers]) {
        await start(env);
        expect(await end(old, 'SIGTERM'), old.output().slice(-2000)).toBe(0);
      }
      expect(isOver).toBe(false);
      open();
      expect(await ended).toBe(undisturbed);
      console.log(`${kind}: ${runs} runs, ${killed} workers killed, 3 replaced`);
      expectEachRunOnce({ study, ledger: readLedgerFile(scene.platform.home).slice(before) });
      const audit = await doeflow(['verify', name, '--json'], env);
      const report = JSON.parse(audit.stdout) as AuditReport;
      expect(report.faults, audit.stdout).toEqual([]);
      expect(report).toMatchObject({ clean: true, runs, runsEnded: runs });
    },
    patienceMs,
  );

  it.runIf(throughputRuns > 0)(
    'throughput with 1, 2 and 4 workers',
    async () => {
      for (const count of [1, 2, 4]) {
        for (let made = 0; made < count; made += 1) await start(scene.env());
        const name = `throughput-${count}`;
        const study = writeChaosStudy(join(scene.folder, name), name, {
          ...{ runs: throughputRuns, runsPerJob: Math.ceil(throughputRuns / 8), runSeconds: 0 },
        });
        const begun = performance.now();
        await run(study, name, scene.env());
        const seconds = (performance.now() - begun) / 1000;
        console.log(
          `workers ${count}: ${throughputRuns} runs in ${seconds.toFixed(1)} s, ${(throughputRuns / seconds).toFixed(1)} runs/s`,
        );
        await endAll();
      }
    },
    patienceMs + throughputRuns * 1_000,
  );
});
