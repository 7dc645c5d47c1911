/** Studies whose hardware is amended, on the local platform with hours of six seconds: each job costs what the hardware costs that it was made with. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedHome, type EmbeddedHome } from '../../chaos/embedded-home.ts';
import { doeflow, type CommandEnd } from '../../studies/run-study.ts';

let folder = '';
let home: EmbeddedHome;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-hardware-'));
  home = await startEmbeddedHome(folder, { DOEFLOW_LOCAL_SPEED: '20', DOEFLOW_LOCAL_HOUR: '6' });
});
afterAll(async () => {
  await home.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const call = (...args: string[]): Promise<CommandEnd> => doeflow(args, home.env);

const emerald = 'coreType: emerald, coresPerSlot: 1, slots: 2';
const ruby = 'coreType: ruby, coresPerSlot: 2, slots: 3';

/** 24 runs in jobs of 4, one after the other: 0.12 USD a job for each hour of its walltime, and 0.54 in ruby. */
function writeStudy(name: string, walltime: number, execution: string): string {
  const study = join(folder, name);
  mkdirSync(study, { recursive: true });
  writeFileSync(
    join(study, 'study.yaml'),
    `name: ${name}
variables:
  - {name: x, type: Param, generator: Linspace, settings: {minvalue: 1, maxvalue: 24, count: 24}, integer: true}
  - {name: y, type: Output, from: {file: out.txt, key: y}}
design: {method: full-factorial}
job:
  analysis: {code: user_included, version: '0'}
  command: sleep 1; echo "y = 2\${x}" > out.txt
  hardware: {${emerald}, walltime: ${walltime}}
execution: {runsPerJob: 4, maxConcurrentJobs: 1, ${execution}}
`,
  );
  return study;
}

/** A second try has a study of its own. */
const nameOf = (name: string, { result }: { readonly result?: { readonly retryCount?: number } }) =>
  `${name}-${result?.retryCount ?? 0}`;

function changed(study: string, by: string, limit?: string): string {
  const text = readFileSync(join(study, 'study.yaml'), 'utf8');
  const place = join(study, 'changed.yaml');
  writeFileSync(
    place,
    text.replace(emerald, by).replace(/maxCost: [^}]*/u, (old) => limit ?? old),
  );
  return place;
}

const run = (study: string): Promise<CommandEnd> =>
  call('run', study, '--results', join(study, 'results'), '--json');

async function doneRuns(study: string): Promise<number> {
  const { stdout } = await call('status', study, '--json');
  return (JSON.parse(stdout || '{}') as { runs?: { done: number } }).runs?.done ?? 0;
}

type Row = Readonly<Record<string, string>>;

function tableOf(name: string, studyId: string): readonly Row[] {
  const table = readFileSync(join(folder, name, 'results', studyId, 'runs.csv'), 'utf8');
  return parse(table, { columns: true });
}

interface PlatformJob {
  readonly jobanalyses: readonly {
    readonly hardware: {
      readonly coreType: string;
      readonly coresPerSlot: number;
      readonly slots: number;
    };
  }[];
}

interface Statuses {
  readonly results: readonly { readonly status: string; readonly statusDate: string }[];
}

const prices: Readonly<Record<string, number>> = { emerald: 0.06, ruby: 0.09 };

/** What the platform's own records say: how long each job had its hardware, and which. */
async function billOf(
  jobIds: Iterable<string>,
): Promise<readonly { type: string; cost: number }[]> {
  const bill = [];
  for (const id of jobIds) {
    const job = JSON.parse((await call('api', 'GET', `jobs/${id}/`)).stdout) as PlatformJob;
    const told = await call('api', 'GET', `jobs/${id}/statuses/`);
    const { results } = JSON.parse(told.stdout) as Statuses;
    const at = (wanted: string): number =>
      Date.parse(results.find(({ status }) => status === wanted)?.statusDate ?? '');
    const hardware = job.jobanalyses[0]?.hardware;
    if (hardware === undefined) throw new Error(`Expected hardware of job ${id}, got none`);
    const { coresPerSlot, slots } = hardware;
    const type = hardware.coreType;
    const hours = (at('Completed') - at('Started')) / 6000;
    bill.push({ type, cost: hours * coresPerSlot * slots * (prices[type] ?? Number.NaN) });
  }
  return bill;
}

it('of a study under way hold for what has no job yet, each run once, and its cost is the platform’s', async ({
  task,
}) => {
  const name = nameOf('mixed', task);
  const study = writeStudy(name, 4, 'maxCost: 50 USD');
  const running = run(study);
  await expect.poll(() => doneRuns(name), { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
  const place = changed(study, ruby);
  const plan = await call('amend', name, place, '--plan');
  expect(plan.exitCode, plan.stderr).toBe(0);
  expect(plan.stdout).toContain('price of a core hour: 0.06 USD -> 0.09 USD');
  expect(plan.stdout).toMatch(/^cost: .* \d\.\d\d USD more/mu);
  const end = await call('amend', name, place, '--apply', '--yes', '--json');
  expect(end.exitCode, end.stderr).toBe(0);
  expect((await running).exitCode).toBe(0);
  const { studyId } = JSON.parse(end.stdout) as { studyId: string };
  const rows = tableOf(name, studyId);
  expect(rows.map(({ run: number, attempt }) => `${number}/${attempt}`)).toEqual(
    Array.from({ length: 24 }, (_, index) => `${index + 1}/1`),
  );
  const jobs = new Map(rows.map((row) => [row['platformJob'] ?? '', row['revision']]));
  const bill = await billOf(jobs.keys());
  expect(bill.map(({ type }) => type)).toEqual(
    [...jobs.values()].map((revision) => (revision === '2' ? 'ruby' : 'emerald')),
  );
  expect(new Set(jobs.values())).toEqual(new Set(['1', '2']));
  // A slot of a run costs what its job's does.
  for (const { revision, elapsedSeconds, cost } of rows) {
    const slotHour = revision === '2' ? 0.18 : 0.06;
    expect(Number(cost)).toBeCloseTo((Number(elapsedSeconds) * slotHour) / 3600, 12);
  }
  const { stdout } = await call('budget', name, '--json');
  const { spent, reserved } = (
    JSON.parse(stdout) as { budget: { spent: number; reserved: number } }
  ).budget;
  expect(reserved).toBe(0);
  expect(spent).toBeCloseTo(
    bill.reduce((sum, { cost }) => sum + cost, 0),
    3,
  );
  const summary = await call('status', name, '--json');
  const { cost } = JSON.parse(summary.stdout) as { cost: { high: number } };
  expect(cost.high).toBeCloseTo(spent, 6);
  const verify = await call('verify', name);
  expect(verify.exitCode, verify.stdout).toBe(0);
}, 300_000);

it('are refused where not one slot fits the limit, in the plan as when they are applied, and cut where one does', async ({
  task,
}) => {
  const name = nameOf('tight', task);
  const study = writeStudy(name, 1, 'maxCost: 0.3 USD');
  const held = await run(study);
  expect(held.exitCode, held.stderr).toBe(5);
  const dear = changed(study, 'coreType: ruby, coresPerSlot: 8, slots: 3');
  for (const way of [['--plan'], ['--apply', '--yes']]) {
    const end = await call('amend', name, dear, ...way);
    expect(end.exitCode).toBe(5);
    expect(`${end.stdout}${end.stderr}`).toContain('not even one slot of a job fits');
  }
  const none = changed(study, 'coreType: rubin, coresPerSlot: 2, slots: 3');
  const refused = await call('amend', name, none, '--plan');
  expect(refused.stdout).toContain('no core type "rubin"');
  const place = changed(study, ruby, 'maxCost: 1.2 USD');
  const amended = await call('amend', name, place, '--apply', '--yes', '--json');
  expect(amended.exitCode, amended.stderr).toBe(0);
  await call('resume', name);
  await call('watch', name);
  const { stdout } = await call('budget', name, '--json');
  const { budget } = JSON.parse(stdout) as { budget: { committed: number; maxCost: number } };
  expect(budget.maxCost).toBe(1.2);
  expect(budget.committed).toBeLessThanOrEqual(1.2);
  const verify = await call('verify', name);
  expect(verify.stdout).toMatch(/USD are committed of 1\.20/u);
  expect(verify.stdout).not.toContain('not-accounted');
  // All of it once more is dearer by the new price, and is paid for where the limit is lifted.
  await call('budget', name, '--set', '50');
  await call('resume', name);
  expect((await call('watch', name)).exitCode).toBe(0);
  const { studyId } = JSON.parse(amended.stdout) as { studyId: string };
  const runs = tableOf(name, studyId).map(({ run: number, attempt }) => `${number}/${attempt}`);
  expect(runs).toEqual(Array.from({ length: 24 }, (_, index) => `${index + 1}/1`));
  expect((await call('verify', name)).exitCode).toBe(0);
}, 300_000);
