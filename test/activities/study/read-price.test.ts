import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { hourlyCostOf } from '../../../activities/jobs/hourly-cost.ts';
import { keepCostSoFar } from '../../../activities/jobs/keep-cost-so-far.ts';
import { readPrice } from '../../../activities/study/read-price.ts';
import { PermissionError, ServerError } from '../../../src/platform-api/index.ts';
import { layout, openStore, readJobHours, type Store } from '../../../src/store/index.ts';

const call = { method: 'GET', path: 'coretypes/' };
const refused = new PermissionError('no prices for you', { ...call, status: 403 });
const down = new ServerError('down', { ...call, status: 500 });
const target = { studyId: 'beam-1' };
const job = { ...target, jobNumber: 1, jobId: 'abc' };
const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
const hourMs = 3_600_000;

let root = '';
let store: Store;
/** How often the platform was asked for prices. */
let asked: number;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-price-'));
  store = await openStore(root);
  asked = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Platform {
  readonly prices?: unknown;
  readonly fails?: Error;
  readonly coreType?: string | undefined;
  readonly cluster?: object;
  readonly statuses?: readonly object[];
}

/** A study of two slots of three cores, on a platform whose catalogue says 0.5 for an hour of a core "fast". */
function on({ prices = [], fails, coreType = 'fast', cluster, statuses = [] }: Platform) {
  const hardware = { slots: 2, coresPerSlot: 3, ...(coreType !== '' && { coreType }) };
  return {
    store,
    studyCache: {
      get: () =>
        Promise.resolve({ study: { job: { hardware, fields: {} }, execution: { cluster } } }),
    },
    platform: {
      coreTypes: {
        async *list(options: { signal?: AbortSignal }) {
          await Promise.resolve();
          asked += 1;
          expect(options.signal).toBeInstanceOf(AbortSignal);
          if (fails !== undefined) throw fails;
          yield { code: 'fast', price: 0.5 };
        },
      },
      billing: { computePrices: () => Promise.resolve(prices) },
      jobs: {
        async *statuses() {
          yield* await Promise.resolve(statuses);
        },
      },
    },
  } as unknown as ActivityDependencies;
}
const listed = (amount: number) => [
  { coreType: 'fast', isActive: true, value: { amount, currency: 'EUR' } },
];
const kept = () => store.study('beam-1').find(layout.price);

describe('the price of a study’s cores', () => {
  it('is kept as the account’s plan says, else as the catalogue does', async () => {
    expect(await readPrice(on({ prices: listed(0.7) }), target, run)).toEqual({});
    expect(await kept()).toEqual({ amount: 0.7, currency: 'EUR' });
    expect(await readPrice(on({}), target, run)).toEqual({});
    expect(await kept()).toEqual({ amount: 0.5, currency: null });
  });

  it('isn’t asked for where the study leaves the core type to the platform', async () => {
    expect(await readPrice(on({ coreType: '' }), target, run)).toEqual({});
    expect([asked, await kept()]).toEqual([0, undefined]);
  });

  it('that nobody tells costs a figure: a refusal is told, silence is not', async () => {
    const withheld = { notServed: true, endpoint: 'GET x', reason: 'billing is for owners' };
    const other = on({ coreType: 'slow', prices: withheld });
    expect(await readPrice(on({ coreType: 'slow' }), target, run)).toEqual({});
    expect([await readPrice(other, target, run), await kept()]).toEqual([
      { note: 'The cost is unknown: billing is for owners' },
      undefined,
    ]);
    expect(await readPrice(on({ fails: refused }), target, run)).toEqual({
      note: `The cost is unknown: ${refused.message}`,
    });
  });

  it('is asked for again after an outage and after a fault of our own', async () => {
    await expect(readPrice(on({ fails: down }), target, run)).rejects.toBe(down);
    const ours = new TypeError('ours');
    await expect(readPrice(on({ fails: ours }), target, run)).rejects.toBe(ours);
  });
});

describe('what a job costs an hour', () => {
  const job = { studyId: 'beam-1', jobId: 'j1' };

  it('is all its cores at the price that is kept, asked for only once', async () => {
    const first = await hourlyCostOf(on({ prices: listed(0.7) }), job, run);
    expect(first).toBe('costs up to 4.20 EUR an hour');
    expect(await hourlyCostOf(on({ prices: listed(9) }), job, run)).toBe(first);
    expect(asked).toBe(1);
  });

  it.each([
    [0.1 / 6, 'costs up to 0.10 EUR an hour'],
    [0.0041 / 6, 'costs up to 0.0041 EUR an hour'],
  ])('has two digits that say something: %d', async (amount, words) => {
    expect(await hourlyCostOf(on({ prices: listed(amount) }), job, run)).toBe(words);
  });

  it('has no currency where the platform tells none', async () => {
    expect(await hourlyCostOf(on({}), job, run)).toBe('costs up to 3.00 an hour');
  });

  it('of a job that was cut is that of the slots which it was made with, whatever runs it has left', async () => {
    const folder = store.study('beam-1');
    await folder.write(layout.platformJob(1), { jobId: 'j1' });
    const spec = {
      ...{ jobNumber: 1, jobName: 'j', searchTag: 't', jobTag: 't', attemptKey: 'k', files: [] },
      ...{ expectedRuns: 1, inputsTemplate: { name: 'i', sha256: 's' } },
      runs: [{ run: 1, attempt: 1, spent: {} }],
    };
    await folder.write(layout.jobSpec(1), spec);
    expect(await hourlyCostOf(on({}), job, run)).toBe('costs up to 3.00 an hour');
    await folder.write(layout.jobSpec(1), { ...spec, slots: 1 });
    expect(await hourlyCostOf(on({}), job, run)).toBe('costs up to 1.50 an hour');
  });

  it('of a job that was sent without its study’s cluster is the job’s', async () => {
    const folder = store.study('beam-1');
    const cluster = { kind: 'own', name: 'beams', slots: 8 };
    await folder.write(layout.platformJob(1), { jobId: 'j1' });
    const words = (): Promise<string> => hourlyCostOf(on({ cluster }), job, run);
    expect(await words()).toMatch(/^keeps its cluster busy/u);
    await folder.write(layout.submitTried(1), { at: '' });
    expect(await words()).toBe('costs up to 3.00 an hour');
    await folder.write(layout.jobCluster(1), { clusterId: 'c1' });
    expect(await words()).toMatch(/^keeps cluster c1 busy/u);
  });

  it('of a cluster of the study’s own is that of all its slots, where the price is known', async () => {
    const cluster = { kind: 'own', name: 'beams', slots: 8 };
    // 8 slots of three cores at 0.7; the job itself has two.
    expect(await hourlyCostOf(on({ cluster, prices: listed(0.7) }), job, run)).toBe(
      'keeps its cluster busy, which costs up to 16.80 EUR an hour as long as it is on',
    );
    await store.study('beam-1').remove(layout.price);
    expect(await hourlyCostOf(on({ cluster, fails: down }), job, run)).toBe(
      'keeps its cluster busy, which costs as long as it is on',
    );
    // Whoever made another cluster knows its slots, and nobody here.
    await store.study('beam-1').write(layout.price, { amount: 0.7, currency: 'EUR' });
    const existing = { kind: 'existing', id: 'c1' };
    expect(await hourlyCostOf(on({ cluster: existing }), job, run)).toBe(
      'keeps its cluster busy, which costs as long as it is on',
    );
  });

  it('of a study on a cluster is the cluster’s, of a platform that is down unknown', async () => {
    const cluster = { kind: 'existing', id: 'c1' };
    expect(await hourlyCostOf(on({ cluster }), job, run)).toMatch(/^keeps its cluster busy/u);
    expect(asked).toBe(0);
    const unknown = await hourlyCostOf(on({ fails: down }), job, run);
    expect(unknown).toBe('costs by the hour (what, the platform does not tell)');
    const ours = new TypeError('ours');
    await expect(hourlyCostOf(on({ fails: ours }), job, run)).rejects.toBe(ours);
  });
});

describe('what a job that executes has cost so far', () => {
  const since = (hours: number) => [
    { status: 'Executing', statusDate: new Date(Date.now() - hours * hourMs).toISOString() },
  ];
  const hours = () => readJobHours(store.study('beam-1'), 1);

  it('is kept as the hours it has held its hardware, with the price at first', async () => {
    await keepCostSoFar(on({ statuses: since(2) }), job, run, true);
    expect(await hours()).toBeCloseTo(2, 1);
    expect(await kept()).toEqual({ amount: 0.5, currency: null });
    await keepCostSoFar(on({ statuses: since(3), prices: listed(9) }), job, run, true);
    expect([await kept(), asked]).toEqual([{ amount: 0.5, currency: null }, 1]);
    expect(await hours()).toBeCloseTo(3, 1);
  });

  it('later is the hours alone', async () => {
    await keepCostSoFar(on({ statuses: since(2) }), job, run, false);
    expect([await kept(), asked]).toEqual([undefined, 0]);
    expect(await hours()).toBeCloseTo(2, 1);
  });

  it('ends no round where the platform doesn’t tell, but does where the fault is ours', async () => {
    await keepCostSoFar(on({ fails: down, statuses: since(2) }), job, run, true);
    expect(await hours()).toBeCloseTo(2, 1);
    const ours = new TypeError('ours');
    await expect(keepCostSoFar(on({ fails: ours }), job, run, true)).rejects.toBe(ours);
  });
});
