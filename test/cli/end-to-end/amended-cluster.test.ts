/** A study on a cluster of its own whose hardware is amended, on the local platform with hours of six seconds: each cluster costs what it is made of for as long as it lives. */
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
  folder = mkdtempSync(join(tmpdir(), 'doeflow-cluster-'));
  home = await startEmbeddedHome(folder, { DOEFLOW_LOCAL_SPEED: '20', DOEFLOW_LOCAL_HOUR: '6' });
});
afterAll(async () => {
  await home.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const call = (...args: string[]): Promise<CommandEnd> => doeflow(args, home.env);

const emerald = 'coreType: emerald, coresPerSlot: 1, slots: 2';
const ruby = 'coreType: ruby, coresPerSlot: 2, slots: 2';

/** 16 runs in jobs of 4, one after the other. */
function textOf(
  name: string,
  hardware: string,
  slots: number,
  limit: number,
  cluster = name,
): string {
  return `name: ${name}
variables:
  - {name: x, type: Param, generator: Linspace, settings: {minvalue: 1, maxvalue: 16, count: 16}, integer: true}
  - {name: y, type: Output, from: {file: out.txt, key: y}}
design: {method: full-factorial}
job:
  analysis: {code: user_included, version: '0'}
  command: sleep 5; echo "y = 2\${x}" > out.txt
  hardware: {${hardware}, walltime: 40}
execution: {runsPerJob: 4, maxConcurrentJobs: 1, cluster: {name: ${cluster}, slots: ${slots}}, maxCost: ${limit} USD}
`;
}

async function progressOf(name: string): Promise<{ readonly done: number; readonly text: string }> {
  const { stdout } = await call('status', name, '--json');
  const { runs } = JSON.parse(stdout || '{}') as { runs?: { done: number } };
  return { done: runs?.done ?? 0, text: stdout };
}

interface Statuses {
  readonly results: readonly { readonly status: string; readonly statusDate: string }[];
}

interface Cluster {
  readonly id: string;
  readonly hardware: {
    readonly coreType: { readonly code: string } | string;
    readonly coresPerSlot: number;
    readonly slots: number;
  };
}

const prices: Readonly<Record<string, number>> = { emerald: 0.06, ruby: 0.09 };

/** What the platform's own records say of all its clusters: what each is made of, how it stands, and what it cost. */
async function clustersOf(): Promise<readonly { type: string; cores: number; cost: number }[]> {
  const { results } = JSON.parse((await call('api', 'GET', 'v3/clusters/')).stdout) as {
    readonly results: readonly Cluster[];
  };
  const bill = [];
  for (const { id, hardware } of results) {
    const told = await call('api', 'GET', `v3/clusters/${id}/statuses/`);
    const statuses = (JSON.parse(told.stdout) as Statuses).results;
    const at = (wanted: string): number =>
      Date.parse(statuses.find(({ status }) => status === wanted)?.statusDate ?? '');
    const type = typeof hardware.coreType === 'string' ? hardware.coreType : hardware.coreType.code;
    const cores = hardware.coresPerSlot * hardware.slots;
    const hours = (at('Stopped') - at('Started')) / 6000;
    bill.push({ type, cores, cost: hours * cores * (prices[type] ?? Number.NaN) });
  }
  return bill;
}

it('has its jobs under way end on the cluster that it has, and the rest on another one, through a kill of the worker', async ({
  task,
}) => {
  const name = `held-${task.result?.retryCount ?? 0}`;
  const study = join(folder, name);
  mkdirSync(study, { recursive: true });
  const place = join(study, 'changed.yaml');
  writeFileSync(join(study, 'study.yaml'), textOf(name, emerald, 2, 50));
  writeFileSync(place, textOf(name, ruby, 4, 50));
  const running = call('run', study, '--results', join(study, 'results'), '--json');
  await expect
    .poll(async () => (await progressOf(name)).done, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(4);
  const plan = await call('amend', name, place, '--plan');
  expect(plan.exitCode, plan.stderr).toBe(0);
  expect(plan.stdout).toContain('price of a core hour: 0.06 USD -> 0.09 USD');
  expect(plan.stdout).toContain('an hour of the cluster: 0.12 USD -> 0.72 USD');
  const applied = await call('amend', name, place, '--apply', '--yes', '--detach');
  expect(applied.exitCode, applied.stderr).toBe(0);
  // It has the old hardware, and that price, until it is given back.
  const { text } = await progressOf(name);
  expect((JSON.parse(text) as { clusters?: readonly object[] }).clusters).toMatchObject([
    { pricePerHour: expect.closeTo(0.12, 9) as number },
  ]);
  await home.kill('worker');
  const end = await running;
  expect(end.exitCode, end.stderr).toBe(0);
  const { studyId } = JSON.parse(end.stdout) as { studyId: string };
  const table = readFileSync(join(study, 'results', studyId, 'runs.csv'), 'utf8');
  const rows: readonly Readonly<Record<string, string>>[] = parse(table, { columns: true });
  expect(rows.map(({ run, attempt }) => `${run}/${attempt}`)).toEqual(
    Array.from({ length: 16 }, (_, index) => `${index + 1}/1`),
  );
  expect(new Set(rows.map(({ revision }) => revision))).toEqual(new Set(['1', '2']));
  // Neither is left on, and none was made twice.
  const bill = [...(await clustersOf())].sort((a, b) => a.cores - b.cores);
  expect(bill.map(({ type, cores }) => `${cores} ${type}`)).toEqual(['2 emerald', '8 ruby']);
  const paid = bill.reduce((sum, { cost }) => sum + cost, 0);
  const readSpent = async (): Promise<unknown> =>
    (JSON.parse((await call('budget', name, '--json')).stdout) as { budget: object }).budget;
  await expect.poll(readSpent, { timeout: 60_000 }).toMatchObject({
    spent: expect.closeTo(paid, 3) as number,
    reserved: 0,
  });
  expect((await progressOf(name)).text).toContain('was given back, as the study was amended');
  const verified = await call('verify', name);
  expect(verified.exitCode, verified.stdout).toBe(0);
  expect(verified.stdout).toContain('clusters: 2 made');
}, 300_000);

it('has its cost count runs that a pause stops, while it still pauses and once the cluster was given back', async ({
  task,
}) => {
  const name = `halted-${task.result?.retryCount ?? 0}`;
  const study = join(folder, name);
  mkdirSync(study, { recursive: true });
  const place = join(study, 'changed.yaml');
  // Every run has a job, and none ends by itself.
  const slow = (hardware: string): string =>
    textOf(name, hardware, 4, 50)
      .replace('maxvalue: 16, count: 16', 'maxvalue: 4, count: 4')
      .replace('sleep 5', 'sleep 100');
  writeFileSync(join(study, 'study.yaml'), slow(emerald));
  writeFileSync(place, slow(ruby));
  const started = await call('start', study);
  expect(started.exitCode, started.stderr).toBe(0);
  const executes = async (): Promise<string> => (await call('status', name)).stdout;
  await expect.poll(executes, { timeout: 60_000 }).toMatch(/[24] running/u);
  const planned = async (): Promise<string> => (await call('amend', name, place, '--plan')).stdout;
  expect(await planned()).toMatch(/^cost: +nothing more/mu);
  const paused = await call('pause', name, '--now');
  expect(paused.exitCode, paused.stderr).toBe(0);
  // 8 cores of 0.09 USD for 40 hours: beside the 4 of 0.06 USD that are paid for, or in their place once those were given back.
  expect(await planned()).toMatch(/^cost: +at most (28\.80|19\.20) USD more/mu);
  await expect.poll(executes, { timeout: 60_000 }).toContain('was given back while the study is');
  const plan = await planned();
  expect(plan).toMatch(/^cost: +at most 19\.20 USD more/mu);
  expect(plan).toContain('for 4 runs whose job was stopped or never sent');
  const stopped = await call('stop', name, '--yes');
  expect([0, 3], stopped.stderr).toContain(stopped.exitCode);
}, 200_000);

it('is refused while another study shares the cluster, and where the limit has no room for it', async ({
  task,
}) => {
  const running: Promise<CommandEnd>[] = [];
  const names = ['one', 'other'].map((word) => `${word}-${task.result?.retryCount ?? 0}`);
  const [name = '', sharer = ''] = names;
  for (const each of names) {
    const study = join(folder, each);
    mkdirSync(study, { recursive: true });
    writeFileSync(join(study, 'study.yaml'), textOf(each, emerald, 2, 5, name));
    // 80 core hours at 0.06 USD each are 4.80: a second cluster doesn't fit, and that one is lent.
    running.push(call('run', study, '--results', join(study, 'results')));
    await expect
      .poll(async () => (await progressOf(each)).text, { timeout: 60_000 })
      .toContain('"Running"');
  }
  const place = join(folder, name, 'changed.yaml');
  writeFileSync(place, textOf(name, ruby, 4, 5));
  const refused = await call('amend', name, place, '--plan');
  expect(refused.exitCode).toBe(5);
  expect(refused.stdout).toContain(`it is shared with ${sharer}`);
  expect(refused.stdout).toContain('no cluster of that fits the limit');
  for (const each of names) await call('stop', each, '--force');
  await Promise.all(running);
}, 300_000);
