/**
 * A study of some three months, whose hours take a quarter of a second: paused for forty days, with clusters whose walltime is over again and again,
 * paused by its budget for weeks, amended, and gone on with until all is done.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedHome, type EmbeddedHome } from '../chaos/embedded-home.ts';
import { waitFor } from '../kit/processes.ts';
import { doeflow, type CommandEnd } from '../studies/run-study.ts';

const hourMs = 250;
const days = (count: number): Promise<void> => delay(count * 24 * hourMs);

let folder: string;
let home: EmbeddedHome;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-quarter-'));
  home = await startEmbeddedHome(folder, {
    DOEFLOW_LOCAL_SPEED: '50',
    DOEFLOW_LOCAL_HOUR: String(hourMs / 1000),
  });
});

afterAll(async () => {
  await home.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A run takes two hours and more, a cluster of two slots a day: 2.88 USD. */
const studyFile = (extend: string, maxCost: number): string => `name: quarter
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: monte-carlo, runs: 60${extend}, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: sleep 0.5; echo "y = 1\${x}" > out.txt
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2 }
execution:
  runsPerJob: 6
  maxConcurrentJobs: 2
  retries: { platform: 30 }
  maxCost: ${maxCost}
  cluster: { name: quarter, slots: 2, walltime: 24 }
`;

const call = (...args: readonly string[]): Promise<CommandEnd> => doeflow(args, home.env);

interface Seen {
  readonly studyId: string;
  readonly status: string;
  readonly activity: string | null;
  readonly runs: { readonly done: number; readonly total: number };
  readonly budget: {
    readonly spent: number;
    readonly reserved: number;
    readonly committed: number;
    readonly maxCost: number;
  };
}

async function see(): Promise<Seen> {
  const end = await call('status', 'quarter', '--json');
  expect(end.exitCode, end.stderr).toBe(0);
  return JSON.parse(end.stdout) as Seen;
}

const until = (what: string, holds: (seen: Seen) => boolean): Promise<Seen> =>
  waitFor(
    what,
    async () => {
      const seen = await see();
      return holds(seen) ? seen : undefined;
    },
    240_000,
  );

const isSettled = ({ budget }: Seen): boolean => budget.reserved === 0;

function place(name: string, text: string): string {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'study.yaml'), text);
  return join(folder, name);
}

/** Nothing that costs is on. */
async function expectNothingOn(): Promise<void> {
  const { stdout } = await call('reap', '--dry-run', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ findings: [] });
}

it('runs each run, loses nothing, pays for nothing while it rests, and keeps to its limit', async () => {
  const began = performance.now();
  const study = place('study', studyFile('', 12));
  expect((await call('start', study, '--results', join(folder, 'results'))).exitCode).toBe(0);
  await until('a fifth of the runs', ({ runs }) => runs.done >= 12);
  expect((await call('pause', 'quarter')).exitCode).toBe(0);
  const rested = await until('a pause that costs nothing', isSettled);
  expect(rested.status).toBe('Paused');
  await days(40);
  await expectNothingOn();
  expect(await see()).toMatchObject({ status: 'Paused', runs: rested.runs, budget: rested.budget });
  expect((await call('resume', 'quarter')).exitCode).toBe(0);
  const held = await until(
    'a pause by the budget',
    (seen) => seen.activity?.includes('the guard budget') === true && isSettled(seen),
  );
  expect(held.status).toBe('Paused');
  expect(held.runs.done).toBeGreaterThan(rested.runs.done);
  await days(25);
  await expectNothingOn();
  const changed = place('changed', studyFile(', extend: [20]', 200));
  const amended = await call(
    'amend',
    'quarter',
    changed,
    '--apply',
    '--detach',
    '--yes',
    '--why',
    'a finer sample',
  );
  expect(amended.exitCode, amended.stderr).toBe(0);
  await call('resume', 'quarter');
  const { budget, runs, studyId } = await until('its end', ({ status }) => status === 'Finished');
  const months = (performance.now() - began) / hourMs / 24 / 30;
  console.log(`${months.toFixed(1)} months, ${budget.committed.toFixed(2)} USD committed`);
  expect(months).toBeGreaterThan(2.5);
  expect(runs).toMatchObject({ done: 80, total: 80 });
  expect(await until('the cost of its last cluster', isSettled)).toMatchObject({
    status: 'Finished',
  });
  await expectNothingOn();
  const verify = await call('verify', 'quarter');
  expect(verify.stdout).toContain('is clean');
  expect(readTable(studyId, 'results.csv')).toHaveLength(80);
  const attempts = readTable(studyId, 'runs.csv');
  const done = attempts.filter(({ status }) => status === 'Done').map(({ run }) => run);
  expect(new Set(done).size).toBe(80);
  expect(done).toHaveLength(80);
  // Whatever ran again had been cut by the end of its cluster, or kept from beginning.
  const others = attempts.filter(({ status }) => status !== 'Done').map(({ reason }) => reason);
  expect(
    [...new Set(others)].filter((reason) => reason !== 'cut' && reason !== 'not-started'),
  ).toEqual([]);
}, 1_500_000);

function readTable(studyId: string, name: string): readonly Record<string, string>[] {
  const text = readFileSync(join(folder, 'results', studyId, name), 'utf8');
  return parse(text, { columns: true });
}
