/** Studies whose cost has a limit, on the local platform with hours of six seconds: what is committed never passes it, and nothing is lost or paid twice. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { doeflow, temporaryFolder, type CommandEnd } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const env = {
  DOEFLOW_HOME: join(folder, 'home'),
  DOEFLOW_CONFIG: join(folder, 'config.yaml'),
  DOEFLOW_LOCAL_SPEED: '20',
  DOEFLOW_LOCAL_HOUR: '6',
};
const call = (...args: string[]): Promise<CommandEnd> => doeflow(args, env);

interface Budget {
  readonly maxCost: number;
  readonly spent: number;
  readonly reserved: number;
  readonly committed: number;
}

interface Listed {
  readonly studyId: string;
  readonly runs: Readonly<Record<'total' | 'done' | 'failed' | 'stopped' | 'withdrawn', number>>;
}

async function budgetOf(study: string): Promise<Budget> {
  const { stdout } = await call('budget', study, '--json');
  return (JSON.parse(stdout) as { budget: Budget }).budget;
}

/** 40 runs in jobs of 10 in 2 slots: a job is 0.12 USD until its walltime, and takes about two of its six seconds. */
function writeStudy(name: string, execution: string): string {
  const study = join(folder, name);
  mkdirSync(study, { recursive: true });
  writeFileSync(
    join(study, 'study.yaml'),
    `name: ${name}
variables:
  - {name: x, type: Param, generator: Linspace, settings: {minvalue: 1, maxvalue: 40, count: 40}, integer: true}
  - {name: y, type: Output, from: {file: out.txt, key: y}}
design: {method: full-factorial}
job:
  analysis: {code: user_included, version: '0'}
  command: sleep 0.4; echo "y = 2\${x}" > out.txt
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1}
execution: {runsPerJob: 10, maxConcurrentJobs: 2, ${execution}}
`,
  );
  return study;
}

function attemptsOf(name: string, studyId: string): readonly string[] {
  const table = readFileSync(join(folder, name, 'results', studyId, 'runs.csv'), 'utf8');
  const rows: Record<string, string>[] = parse(table, { columns: true });
  return rows.map(({ run = '', attempt = '' }) => `${run}/${attempt}`);
}

const everyRun = Array.from({ length: 40 }, (_, index) => `${index + 1}/1`);
const run = (study: string): Promise<CommandEnd> =>
  call('run', study, '--results', join(study, 'results'), '--json');

it('pause before they would cost more, cut the job before that, and go on with another limit', async () => {
  const study = writeStudy('limited', 'maxCost: 0.2 USD');
  const plan = await call('plan', study, '--check');
  expect(plan.stdout).toContain('at most 0.20 USD are committed: jobs wait');
  const held = await run(study);
  expect(held.exitCode).toBe(5);
  const { studyId, status, runs } = JSON.parse(held.stdout) as {
    studyId: string;
    status: string;
    runs: { done: number };
  };
  expect(status).toBe('Paused');
  const budget = await budgetOf('limited');
  expect(budget).toMatchObject({ maxCost: 0.2, reserved: 0 });
  expect(budget.committed).toBeLessThanOrEqual(0.2);
  // Not even one slot would fit.
  expect(budget.committed + 0.06).toBeGreaterThan(0.2);
  expect(runs.done).toBeGreaterThan(10);
  expect((await call('status', 'limited')).stdout).toMatch(/^budget: 0\.1\d of 0\.20 USD/mu);
  // What was told before is no news, and what it is paused for stays so.
  expect(held.stderr).toContain('was cut');
  appendFileSync(join(study, 'study.yaml'), 'description: a finer grid\n');
  const amended = await call('amend', 'limited', study, '--apply', '--yes');
  expect(amended.stdout).toMatch(/^why: paused by the guard budget/mu);
  expect(amended.stderr).not.toContain('was cut');
  const set = await call('budget', 'limited', '--set', '5', '--why', 'a finer grid');
  expect(set.stdout).toMatch(/^set: 5\.00 by \S+ at \S+: a finer grid$/mu);
  expect((await call('resume', 'limited')).exitCode).toBe(0);
  expect((await call('watch', 'limited')).exitCode).toBe(0);
  const attempts = attemptsOf('limited', studyId);
  expect([...attempts].sort()).toEqual([...everyRun].sort());
  const verify = await call('verify', 'limited');
  expect(verify.exitCode).toBe(0);
  expect(verify.stdout).toMatch(/budget: 0\.\d+ USD are committed of 5\.00/u);
});

it('that are stopped at the limit run what is left once they are asked to, each run once', async () => {
  const study = writeStudy('stopped', 'maxCost: 0.2');
  const { studyId } = JSON.parse((await run(study)).stdout) as { studyId: string };
  expect((await call('stop', 'stopped')).exitCode).toBe(0);
  const listed = JSON.parse((await call('list', '--json')).stdout) as readonly Listed[];
  const { runs } = listed.find((one) => one.studyId === studyId) ?? {};
  // A job was cut, and what never began is withdrawn: nothing of it failed.
  expect(runs).toMatchObject({ total: 40, failed: 0, stopped: 0 });
  expect((runs?.done ?? 0) + (runs?.withdrawn ?? 0)).toBe(40);
  await call('budget', 'stopped', '--none');
  expect((await call('retry', 'stopped', '--failed', '--yes')).exitCode).toBe(0);
  expect([...attemptsOf('stopped', studyId)].sort()).toEqual([...everyRun].sort());
});

it('of which nothing could begin are refused before anything is kept', async () => {
  const end = await run(writeStudy('tiny', 'maxCost: 0.05'));
  expect(end.exitCode).toBe(5);
  expect(end.stderr).toMatch(/Nothing of the study could begin: .* up to 0\.06 USD/u);
  expect((await call('list', '--quiet')).stdout).not.toContain('tiny');
});
