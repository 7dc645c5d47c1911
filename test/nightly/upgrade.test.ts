/**
 * A rolling upgrade: studies that the last version began end under this one, each run paid once. The last version is built from its last commit;
 * `DOEFLOW_TEST_UPGRADE_FROM` names another one.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../src/audit/index.ts';
import { removeTreeSync } from '../../src/files/index.ts';
import { writeChaosStudy, type ChaosStudy } from '../chaos/chaos-study.ts';
import { expectEachRunOnce } from '../chaos/judge-study.ts';
import { readLedgerFile } from '../chaos/ledger-file.ts';
import { distFolder } from '../kit/dist-folder.ts';
import { waitFor } from '../kit/processes.ts';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { startWorkerProcess, type WorkerProcess } from '../kit/worker-process.ts';
import { doeflow } from '../studies/run-study.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-upgrade-'));
const source = join(folder, 'source');
const oldDist = join(source, 'dist');
let stack: Stack;
const workers = new Set<WorkerProcess>();

/** The last commit before the one that gave this version its number. */
function lastVersion(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const raised = git('log', '-1', '--format=%H', `-S"version": "${version}"`, '--', 'package.json');
  if (raised === '') throw new Error(`No commit of this clone made version ${version}`);
  return git('rev-parse', `${raised}~1`);
}

beforeAll(async () => {
  const from = process.env['DOEFLOW_TEST_UPGRADE_FROM'] ?? lastVersion();
  execFileSync('git', ['clone', '--quiet', '--no-checkout', '.', source]);
  execFileSync('git', ['-C', source, 'checkout', '--quiet', from]);
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'));
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: source });
  console.log(`From ${execFileSync('git', ['-C', source, 'log', '-1', '--format=%h %s'])}`);
  stack = await startStack({ speed: 20, without: ['worker'] });
}, 600_000);

afterEach(async () => {
  await Promise.all([...workers].map((worker) => worker.end('SIGKILL')));
  workers.clear();
});

afterAll(async () => {
  await stack?.stop();
  removeTreeSync(folder);
});

async function startWorker(dist: string): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(stack.env, [], dist);
  workers.add(worker);
  return worker;
}

/** A study whose runs behind the first eight wait until `open`. */
function writeHeldStudy(name: string): { readonly study: ChaosStudy; readonly open: () => void } {
  const study = writeChaosStudy(join(folder, name), name, {
    ...{ runs: 24, runsPerJob: 6, runSeconds: 0 },
    execution: ', maxConcurrentJobs: 2',
  });
  const gate = join(study.folder, 'gate');
  const model = join(study.folder, 'model.sh');
  const held = `if [ "$(wc -l < "$EXECUTIONS")" -gt 8 ]; then until [ -e ${gate} ]; do sleep 0.1; done; fi\n`;
  writeFileSync(model, readFileSync(model, 'utf8').replace(/^sleep /mu, `${held}sleep `));
  return { study, open: () => writeFileSync(gate, '') };
}

const executed = ({ executions }: ChaosStudy): number =>
  readFileSync(executions, 'utf8').split('\n').length - 1;

async function json<T>(args: readonly string[], dist = distFolder()): Promise<T> {
  const end = await doeflow([...args, '--json'], stack.env, dist);
  expect(end.exitCode, `${end.stderr}${end.stdout}`).toBe(0);
  return JSON.parse(end.stdout) as T;
}

describe('a study that the last version began', () => {
  it.each(['a worker of this version takes over at once', 'workers of both serve it for a while'])(
    'ends under this one as if nothing had been: %s',
    async (way) => {
      const name = way.startsWith('a ') ? 'taken-over' : 'served-by-both';
      const old = await startWorker(oldDist);
      const before = readLedgerFile(stack.home).length;
      const { study, open } = writeHeldStudy(name);
      await json(['start', study.folder], oldDist);
      await waitFor('its first runs', () => executed(study) > 8);

      if (name === 'taken-over') await old.end('SIGTERM');
      await startWorker(distFolder());
      const status = await json<{ readonly status: string }>(['status', name]);
      expect(status.status).toBe('Running');
      // The command lines of before are replaced last.
      expect(await json(['status', name], oldDist)).toMatchObject({ status: 'Running' });
      open();
      await waitFor('its next job', () => executed(study) > 14);
      if (name !== 'taken-over') await old.end('SIGTERM');
      const ended = await json<{ readonly status: string; readonly resultsDir: string }>([
        ...['watch', name, '--results', join(folder, `${name}-results`)],
      ]);
      expect(ended.status).toBe('Finished');

      expectEachRunOnce({ study, ledger: readLedgerFile(stack.home).slice(before) });
      const report = await json<AuditReport>(['verify', name]);
      expect(report).toMatchObject({ clean: true, faults: [], runs: 24, runsEnded: 24 });
      expect(readFileSync(join(ended.resultsDir, 'results.csv'), 'utf8')).toBe(await undisturbed());
    },
  );
});

let table: string | undefined;

/** What this version alone makes of the same study. */
async function undisturbed(): Promise<string> {
  if (table !== undefined) return table;
  const { study, open } = writeHeldStudy('undisturbed');
  open();
  const { resultsDir } = await json<{ readonly resultsDir: string }>([
    ...['run', study.folder, '--results', join(folder, 'undisturbed-results')],
  ]);
  return (table = readFileSync(join(resultsDir, 'results.csv'), 'utf8'));
}
