/** What may be sent within the limit of a study's cost, by what its store has and what the platform tells. */
import { describe, expect, it } from 'vitest';
import type { CostAnswer } from '../../../src/run/budget-contract.ts';
import { auditBudget } from '../../../src/audit/audit-budget.ts';
import { AuditBook } from '../../../src/audit/audit-report.ts';
import {
  keepJobHours,
  keepMadeCluster,
  keepOutcomes,
  layout,
  readJobSpec,
  readLedger,
  setCostLimit,
  specRuns,
  type LedgerEntry,
} from '../../../src/store/index.ts';
import { settleJob } from '../../../activities/budget/settle-job.ts';
import { createStudyCache } from '../../../activities/study-cache.ts';
import { keepStudy, type KeptStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';

/** 40 runs in jobs of 10, two slots of one core for an hour each: 2 core hours a job at 0.5 are 1.00. */
const studyFile = (maxCost: string, cluster = '', walltime = ', walltime: 1'): string => `name: beam
variables:
  - { name: x, type: Param, generator: Linspace, settings: {minvalue: 1, maxvalue: 40, count: 40} }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2${walltime} }
execution: { runsPerJob: 10, maxCost: ${maxCost}${cluster} }
`;

interface Told {
  readonly price?: number | undefined;
  /** The history of every cluster. */
  readonly cluster?: readonly object[];
}

async function keep(
  maxCost: string,
  told: Told = {},
  cluster = '',
  walltime?: string,
): Promise<KeptStudy> {
  return keepStudy(studyId, studyFile(maxCost, cluster, walltime), platformOf(told));
}

function platformOf(told: Told): object {
  const { price = 0.5 } = told;
  const list = async function* (items: readonly object[]) {
    yield* await Promise.resolve(items);
  };
  return {
    coreTypes: { list: () => list([{ code: 'emerald', ...(price === 0 ? {} : { price }) }]) },
    billing: {
      computePrices: () =>
        Promise.resolve(
          price === 0 ? [] : [{ coreType: 'emerald', value: { amount: price, currency: 'USD' } }],
        ),
    },
    clusters: { statuses: () => list(told.cluster ?? []) },
  };
}

const ask = (
  { call }: KeptStudy,
  jobNumber: number | undefined,
  inFlight: readonly number[],
  spare?: number,
): Promise<CostAnswer> =>
  call('reserveCost', {
    ...{ studyId, inFlight },
    ...(jobNumber === undefined ? {} : { jobNumber }),
    ...(spare === undefined ? {} : { spare }),
  });

const keptStudyOf = ({ store }: KeptStudy) => createStudyCache(store).get(studyId);

/** The job has ended, and held its hardware for so long. */
async function end({ folder }: KeptStudy, jobNumber: number, hours: number): Promise<void> {
  await folder.write(layout.submitTried(jobNumber), { at: '' });
  await keepJobHours(folder, jobNumber, hours);
  await keepOutcomes(folder, jobNumber, []);
}

async function reservations({ folder }: KeptStudy): Promise<readonly string[]> {
  const told: string[] = [];
  for await (const entry of readLedger(folder)) {
    if (entry.kind === 'reservation')
      told.push(`${entry.key} ${entry.reservation} ${entry.cost} ${entry.currency ?? ''}`);
  }
  return told;
}

describe('a job', () => {
  it('is set aside once, however often it is asked for, and kept in the ledger', async () => {
    const kept = await keep('2.5');
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await ask(kept, 1, [])).toEqual({
        verdict: 'fits',
        why: 'job 1 may take up to 1.00 USD until its walltime, and 0.00 of 2.50 USD are committed (0.00 spent, 0.00 set aside)',
      });
    }
    expect(await kept.folder.read(layout.reservation(1))).toMatchObject({ mostHours: 2 });
    expect(await reservations(kept)).toEqual(['job 1 reserved 1 USD']);
  });

  it('waits for those under way, and is refused where nothing that they give back suffices', async () => {
    const kept = await keep('2.5');
    await ask(kept, 1, []);
    await ask(kept, 2, [1]);
    expect(await ask(kept, 3, [1, 2])).toMatchObject({
      verdict: 'later',
      why: expect.stringMatching(
        /2\.00 of 2\.50 USD are committed \(0\.00 spent, 2\.00/u,
      ) as string,
    });
    await end(kept, 1, 0.9);
    expect((await ask(kept, 3, [2])).verdict).toBe('later');
    await end(kept, 2, 0.3);
    expect(await ask(kept, 3, [])).toMatchObject({
      verdict: 'fits',
      why: expect.stringContaining('1.20 of 2.50 USD are committed (1.20 spent, 0.00') as string,
    });
    await end(kept, 3, 1);
    expect((await ask(kept, 4, [])).verdict).toBe('never');
  });

  it('that was never sent gives back what was set aside, one that was sent and vanished does not', async () => {
    const kept = await keep('1');
    await ask(kept, 1, []);
    expect((await ask(kept, 2, [1])).verdict).toBe('later');
    expect((await ask(kept, 2, [])).verdict).toBe('fits');
    const sent = await keep('1');
    await ask(sent, 1, []);
    await sent.folder.write(layout.submitTried(1), { at: '' });
    expect((await ask(sent, 2, [])).verdict).toBe('later');
    await keepOutcomes(sent.folder, 1, []);
    expect((await ask(sent, 2, [])).verdict).toBe('never');
  });

  it('that the platform held beyond its walltime counts with what it took, and that is told', async () => {
    const kept = await keep('4');
    await ask(kept, 1, []);
    await end(kept, 1, 1.5);
    expect(await ask(kept, 2, [])).toMatchObject({
      overruns: [
        'The platform held job 1 beyond its walltime: it took 1.50 USD, 0.50 USD more than was set aside',
      ],
    });
  });

  it('without anybody who tells its price, or in another currency, is not sent', async () => {
    expect(await ask(await keep('4', { price: 0 }), 1, [])).toMatchObject({
      verdict: 'unknown',
      why: expect.stringContaining(
        'give it in the profile file: prices: {emerald: 0.12}',
      ) as string,
    });
    expect(await ask(await keep('4 EUR'), 1, [])).toEqual({
      verdict: 'unknown',
      why: "the limit is in EUR and the platform's prices are in USD; give the limit in USD",
    });
  });

  it('heeds the limit that was set last', async () => {
    const kept = await keep('0.5');
    const set = (amount?: number): Promise<void> =>
      setCostLimit(kept.folder, {
        ...(amount === undefined ? {} : { limit: { amount } }),
        ...{ at: new Date().toISOString(), by: 'ann' },
      });
    expect((await ask(kept, 1, [])).verdict).toBe('never');
    await set(1);
    expect((await ask(kept, 1, [])).verdict).toBe('fits');
    await set(0.9);
    expect((await ask(kept, 2, [])).verdict).toBe('never');
    await set();
    expect(await ask(kept, 2, [])).toEqual({ verdict: 'fits', why: 'there is no limit' });
    expect(await kept.folder.has(layout.reservation(2))).toBe(false);
  });

  it('that nothing bounds is not sent once a limit is set', async () => {
    const kept = await keepStudy(
      studyId,
      studyFile('4', '', '').replace(', maxCost: 4', ''),
      platformOf({ price: 0.5 }),
    );
    await setCostLimit(kept.folder, { limit: { amount: 4 }, at: '', by: 'ann' });
    expect(await ask(kept, 1, [])).toEqual({
      verdict: 'unknown',
      why: 'nothing bounds what job 1 may cost: it has no walltime',
    });
  });

  it.each([
    [1, []],
    [1.02, []],
    [1.03, [expect.stringContaining('it took 1.03 USD, 0.03 USD more') as string]],
  ])(
    'that the platform held for %s hours is told only where clocks don’t explain it',
    async (hours, overruns) => {
      const kept = await keep('4');
      await ask(kept, 1, []);
      await end(kept, 1, hours);
      expect((await ask(kept, 2, [])).overruns ?? []).toEqual(overruns);
    },
  );

  it('that is prepared already is counted by its revision, and keeps what was set aside for it', async () => {
    const kept = await keep('4');
    await kept.call('prepareJob', { studyId, jobNumber: 1 });
    await kept.folder.write(layout.reservation(1), { mostHours: 1, at: 'before' });
    expect(await ask(kept, 1, [])).toMatchObject({ verdict: 'fits' });
    expect(await kept.folder.read(layout.reservation(1))).toEqual({ mostHours: 1, at: 'before' });
    expect(await reservations(kept)).toEqual([]);
    await ask(kept, 2, []);
    expect(await kept.folder.read(layout.reservation(2))).toMatchObject({
      ...{ mostHours: 2, revision: 1 },
      at: expect.stringMatching(/^2\d{3}-/u) as string,
    });
  });

  it('has its own number aside when it is asked for again while others go on', async () => {
    const kept = await keep('2');
    await ask(kept, 1, []);
    await ask(kept, 2, [1]);
    // Its own share isn't counted twice.
    expect(await ask(kept, 2, [1, 2])).toMatchObject({
      verdict: 'fits',
      why: expect.stringContaining('1.00 of 2.00 USD are committed') as string,
    });
  });
});

describe('a job that is cut', () => {
  it('has fewer slots and as many runs as those take, and the others follow as the next job', async () => {
    const kept = await keep('1.6');
    await ask(kept, 1, []);
    await end(kept, 1, 1);
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await ask(kept, 2, [], 5)).toMatchObject({ verdict: 'fits', left: 5 });
    }
    expect(await kept.folder.read(layout.reservation(2))).toMatchObject({ mostHours: 1, slots: 1 });
    await kept.call('prepareJob', { studyId, jobNumber: 2 });
    await kept.call('prepareJob', { studyId, jobNumber: 5 });
    const [cut, rest] = [await readJobSpec(kept.folder, 2), await readJobSpec(kept.folder, 5)];
    expect(cut).toMatchObject({ slots: 1, expectedRuns: 5 });
    expect(specRuns(cut).map(({ run }) => run)).toEqual([11, 12, 13, 14, 15]);
    expect(rest).not.toHaveProperty('slots');
    expect(specRuns(rest).map(({ run }) => run)).toEqual([16, 17, 18, 19, 20]);
    // What it takes is that of one slot.
    await end(kept, 2, 1);
    expect((await ask(kept, 3, [], 6)).why).toContain('1.50 of 1.60 USD are committed');
  });

  it('is cut as well where its runs are what another cut left, and loses none of them', async () => {
    const kept = await keep('1.2');
    await ask(kept, 1, []);
    await end(kept, 1, 0.5);
    // 0.70 are left: one slot. What it leaves is cut once more, and that again.
    expect(await ask(kept, 2, [], 5)).toMatchObject({ verdict: 'fits', left: 5, leftFirst: 5 });
    await kept.call('prepareJob', { studyId, jobNumber: 2 });
    await end(kept, 2, 0.1);
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await ask(kept, 5, [], 6)).toMatchObject({ verdict: 'fits', left: 2, leftFirst: 2 });
    }
    // A number that was left to another execution of the study has what was kept for it.
    expect(await ask(kept, 5, [], 9)).not.toHaveProperty('left');
    await end(kept, 5, 0.1);
    expect(await ask(kept, 6, [], 7)).toMatchObject({ verdict: 'fits', left: 1 });
    await end(kept, 6, 0.1);
    expect(await ask(kept, 7, [], 8)).not.toHaveProperty('left');
    const runs: number[] = [];
    for (const jobNumber of [2, 5, 6, 7]) {
      await kept.call('prepareJob', { studyId, jobNumber });
      const spec = await readJobSpec(kept.folder, jobNumber);
      expect(spec.slots).toBe(1);
      runs.push(...specRuns(spec).map(({ run }) => run));
    }
    expect(runs).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  });

  it('keeps which tries its runs are', async () => {
    const kept = await keep('0.6');
    const runs = [3, 4].map((run) => ({
      run,
      attempt: 2,
      reason: 'timeout',
      spent: { timeout: 1 },
    }));
    await kept.folder.write(layout.retryChoice(5), { runs } as never);
    expect(await ask(kept, 5, [], 6)).toMatchObject({ verdict: 'fits', left: 1, leftFirst: 0 });
    expect((await kept.folder.read(layout.retryChoice(6))).runs).toEqual(runs.slice(1));
    expect(await kept.folder.read(layout.retryChoice(5))).toEqual({
      runs: runs.slice(0, 1),
      slots: 1,
    });
  });

  it('has its runs and those that are left whoever died once it was decided', async () => {
    const kept = await keep('0.6');
    const [first, second] = [1, 2].map((run) => ({ run, attempt: 1, spent: {} }));
    const cut = { slots: 1, spare: 5, runs: [first], rest: [second] };
    await kept.folder.write(layout.jobCut(1), cut as never);
    expect(await ask(kept, 1, [], 5)).toMatchObject({ verdict: 'fits', left: 1 });
    expect((await kept.folder.read(layout.retryChoice(5))).runs).toEqual([second]);
    expect(await kept.folder.read(layout.retryChoice(1))).toEqual({ runs: [first], slots: 1 });
  });

  it('isn’t cut into what is set aside for others: it waits until one slot may fit', async () => {
    const kept = await keep('2.4');
    await end(kept, 1, 1.5);
    await kept.folder.write(layout.reservation(2), { mostHours: 1, slots: 1, at: '' });
    // 1.50 are spent and 0.50 set aside: of a job of 1.00 not one slot of 0.50 fits now.
    expect(await ask(kept, 3, [2], 9)).toEqual({
      verdict: 'later',
      why: 'job 3 may take up to 0.50 USD until its walltime in one slot, and 2.00 of 2.40 USD are committed (1.50 spent, 0.50 set aside)',
      overruns: [expect.stringContaining('job 1 beyond its walltime')],
    });
    expect(await kept.folder.has(layout.jobCut(3))).toBe(false);
    expect(await kept.folder.has(layout.reservation(3))).toBe(false);
  });

  it('isn’t cut where others under way may give back what it needs', async () => {
    const kept = await keep('1.4');
    await ask(kept, 1, []);
    expect((await ask(kept, 2, [1], 5)).verdict).toBe('later');
    expect(await kept.folder.has(layout.retryChoice(2))).toBe(false);
  });
});

describe('a cluster', () => {
  const cluster = ', cluster: {name: beams, slots: 2, walltime: 4}';
  const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
  const started = { status: 'Started', statusDate: at(1) };

  it('is set aside until its walltime; its jobs cost nothing beside it', async () => {
    const kept = await keep('4', {}, cluster);
    expect(await ask(kept, undefined, [])).toMatchObject({
      verdict: 'fits',
      why: expect.stringContaining('its cluster may take up to 4.00 USD') as string,
    });
    // A job that waits for it frees nothing, as it is about to be made.
    expect((await ask(kept, 1, [])).verdict).toBe('fits');
    expect(await reservations(kept)).toEqual(['cluster 1 reserved 4 USD', 'job 1 reserved 0 USD']);
    await kept.folder.write(layout.clusterMade(1), { name: 'beams', at: '', clusterId: 'c1' });
    expect((await ask(kept, 1, [])).verdict).toBe('fits');
  });

  it('that lives is there; one that ended counts with its life, and a further one has what is left', async () => {
    for (const [amount, verdict] of [
      [4.9, 'never'],
      [5, 'fits'],
    ] as const) {
      const told: { cluster: object[] } = { cluster: [started] };
      const kept = await keep(String(amount), told, cluster);
      await ask(kept, undefined, []);
      await kept.folder.write(layout.clusterMade(1), { name: 'beams', at: '', clusterId: 'c1' });
      await keepMadeCluster(kept.store, 'c1', { studyId, name: 'beams' });
      expect(await ask(kept, undefined, [])).toEqual({ verdict: 'fits', why: 'it is there' });
      told.cluster.unshift({ status: 'Stopping', statusDate: at(2) });
      expect((await ask(kept, undefined, [])).verdict).toBe('later');
      told.cluster.unshift({ status: 'Stopped', statusDate: at(2) });
      expect((await ask(kept, undefined, [])).verdict).toBe(verdict);
      expect((await reservations(kept)).slice(0, 2)).toEqual([
        'cluster 1 reserved 4 USD',
        'cluster 1 spent 1 USD',
      ]);
    }
  });
});

describe('a job whose study’s cluster was refused', () => {
  const cluster = ', cluster: {name: beams, slots: 2, walltime: 4}';
  const askByItself = (
    { call }: KeptStudy,
    jobNumber: number,
    inFlight: readonly number[] = [],
  ): Promise<CostAnswer> =>
    call('reserveCost', { studyId, jobNumber, inFlight, spare: 9, ownHardware: true });
  const made = { name: 'beams', at: '' };

  it.each([
    ['was never made', undefined],
    ['was refused', { ...made, refused: true }],
    ['was refused when it was to start', { ...made, clusterId: 'c1', refused: true }],
  ] as const)('is set aside as one without, and the cluster that %s is free', async (_, record) => {
    const kept = await keep('4.5', {}, cluster);
    await ask(kept, undefined, []);
    if (record !== undefined) await kept.folder.write(layout.clusterMade(1), record);
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await askByItself(kept, 1)).toEqual({
        verdict: 'fits',
        why: 'job 1 may take up to 1.00 USD until its walltime, and 0.00 of 4.50 USD are committed (0.00 spent, 0.00 set aside)',
      });
    }
    expect(await kept.folder.read(layout.reservation(1))).toMatchObject({ mostHours: 2 });
    const before = ['cluster 1 reserved 4 USD', 'cluster 1 released 0 USD', 'job 1 reserved 1 USD'];
    expect(await reservations(kept)).toEqual(before);
    // A cluster that is asked for once more has its own set aside.
    expect((await ask(kept, undefined, [1])).verdict).toBe('later');
    await end(kept, 1, 1);
    await askByItself(kept, 2);
    expect((await askByItself(kept, 3, [2])).why).toContain('1.00 spent, 1.00 set aside');
    await keepOutcomes(kept.folder, 2, []);
    expect((await ask(kept, undefined, [])).verdict).toBe('never');
    await setCostLimit(kept.folder, { limit: { amount: 9 }, at: '', by: 'ann' });
    await ask(kept, undefined, []);
    const number = record === undefined ? 1 : 2;
    expect((await reservations(kept)).at(-1)).toBe(`cluster ${number} reserved 4 USD`);
  });

  it('waits for a cluster of which nobody knows whether it was made', async () => {
    const kept = await keep('4.5', {}, cluster);
    await ask(kept, undefined, []);
    await kept.folder.write(layout.clusterMade(1), made);
    expect(await askByItself(kept, 1)).toMatchObject({
      verdict: 'later',
      why: expect.stringContaining('4.00 of 4.50 USD are committed') as string,
    });
  });

  it('counts with what it took; one that went to a cluster after all costs nothing beside that', async () => {
    const kept = await keep('4', {}, cluster);
    await askByItself(kept, 1);
    await kept.folder.write(layout.submitTried(1), { at: '' });
    const committed = async (): Promise<string> => (await askByItself(kept, 2, [1])).why;
    expect(await committed()).toContain('(0.00 spent, 1.00 set aside)');
    await end(kept, 1, 0.5);
    const { study } = await keptStudyOf(kept);
    await settleJob(kept.folder, study, { jobNumber: 1, heldHours: 0.5, now: new Date() });
    expect((await reservations(kept)).at(-1)).toBe('job 1 spent 0.5 USD');
    expect(await committed()).toContain('(0.50 spent, 0.00 set aside)');
    await kept.folder.write(layout.jobCluster(1), { clusterId: 'c1' });
    expect(await committed()).toContain('(0.00 spent, 0.00 set aside)');
    await settleJob(kept.folder, study, { jobNumber: 1, heldHours: 0.5, now: new Date() });
    expect((await reservations(kept)).at(-1)).toBe('job 1 released 0 USD');
  });

  it('counts without a reservation where it was sent before there was a limit', async () => {
    const kept = await keep('4', {}, cluster);
    await end(kept, 1, 0.5);
    expect((await askByItself(kept, 2)).why).toContain('(0.50 spent, 0.00 set aside)');
  });

  it('is cut as any other', async () => {
    const kept = await keep('0.6', {}, cluster);
    expect(await askByItself(kept, 1)).toMatchObject({ verdict: 'fits', left: 5 });
    expect(await kept.folder.read(layout.reservation(1))).toMatchObject({ mostHours: 1, slots: 1 });
  });

  it('without a walltime of its own is not sent, and that is told', async () => {
    const kept = await keep('4', {}, cluster, '');
    expect(await askByItself(kept, 1)).toEqual({
      verdict: 'unknown',
      why: 'nothing bounds what job 1 may cost: the study has no cluster, so the job has hardware of its own, and job.hardware has no walltime; doeflow budget beam-1 --none takes the limit away',
    });
  });
});

describe('the audit', () => {
  const job = { fields: {}, hardware: { slots: 2, coresPerSlot: 1, walltime: 1 } };
  const entry = (key: string, cost: number, reservation: 'reserved' | 'spent'): LedgerEntry => ({
    ...{ kind: 'reservation', what: 'x', at: '2026-01-01T00:00:00.000Z', currency: 'USD' },
    ...{ key, cost, reservation },
  });

  it.each([
    [[entry('job 1', 1, 'reserved'), entry('job 2', 1, 'reserved')], 0],
    [
      [
        entry('job 1', 1, 'reserved'),
        entry('job 1', 0.2, 'spent'),
        entry('job 2', 1.8, 'reserved'),
      ],
      0,
    ],
    [[entry('job 1', 1, 'reserved'), entry('job 2', 1.1, 'reserved')], 1],
    // What the platform took beyond is no fault of what was set aside before.
    [[entry('job 1', 1, 'reserved'), entry('job 1', 3, 'spent')], 0],
  ])('%# tells what was set aside beyond the limit of 2', async (ledger, faults) => {
    const { folder } = await keep('2');
    const book = new AuditBook();
    const study = { job, execution: { maxCost: { amount: 2 } } };
    const at = () => Promise.resolve({ study });
    await auditBudget({ folder, ledger, study, at } as never, book);
    const { faultCount } = book.close(true, true);
    expect(faultCount).toBe(faults);
  });

  it('counts what was sent before there was a limit, and says the same as the budget', async () => {
    const kept = await keep('2');
    await kept.folder.write(layout.price, { amount: 0.5, currency: 'USD' });
    await end(kept, 1, 1);
    await kept.folder.write(layout.submitTried(1), { at: '2025-12-31T00:00:00.000Z' });
    for (const [cost, faults] of [
      [1, 0],
      [1.5, 1],
    ] as const) {
      const book = new AuditBook();
      const ledger = [entry('job 2', cost, 'reserved')];
      const study = { job, execution: { maxCost: { amount: 2 } } };
      const at = () => Promise.resolve({ study });
      await auditBudget({ folder: kept.folder, ledger, study, at } as never, book);
      const report = book.close(true, true);
      expect(report.faultCount).toBe(faults);
      // An hour of two slots at 0.5.
      expect(report.notes.join()).toContain(
        'budget: 1.00 USD are committed of 2.00 USD (the ledger of what was set aside and spent has 1 entries); for job 1 nothing was set aside',
      );
    }
  });
});
