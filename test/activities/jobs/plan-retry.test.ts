import type { AddedRunsRequest } from '../../../src/run/amend-messages.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { planRetry } from '../../../activities/jobs/plan-retry.ts';
import type { PlannedRetry, PlanRetryInput } from '../../../src/run/activity-contract.ts';
import {
  createAmendment,
  keepJobStopped,
  keepOutcomes,
  layout,
  openStore,
  takeTicket,
  writeTicket,
  type Store,
} from '../../../src/store/index.ts';

/** As many as the longest choice below. */
const runsPerJob = 4;

let root = '';
let store: Store;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-retry-'));
  store = await openStore(root);
  await keepOutcomes(
    store.study('beam-1'),
    1,
    [1, 2, 3].map((run) => ({
      ...{ run, attempt: 1, jobNumber: 1, reason: 'exit-code' as const, values: {} },
      status: run === 3 ? 'Done' : 'Failed',
    })),
  );
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** What needs a ticket. */
type Ticketed = Exclude<NonNullable<PlanRetryInput['request']>, AddedRunsRequest>;

/** What a workflow asks for with a ticket that was written for it and taken. */
async function ask(asked: Ticketed): Promise<Ticketed> {
  const folder = store.study('beam-1');
  const order =
    asked.runs === 'stopped' ? { asks: 'resume' as const } : { asks: 'retry' as const, ...asked };
  const ticket = await writeTicket(folder, order, new Date());
  await takeTicket(folder, ticket, { workflowId: 'w', runId: 'r', activityId: '1' }, new Date());
  return { ...asked, ticket };
}

async function plan(
  runs: readonly number[],
  asked: Ticketed = { runs },
  jobNumber = 2,
  further: Pick<PlanRetryInput, 'canaryOnly' | 'since' | 'revision'> = {},
): Promise<PlannedRetry> {
  return planWith(await ask(asked), jobNumber, further);
}

function planWith(
  request: PlanRetryInput['request'],
  jobNumber = 2,
  further: Pick<PlanRetryInput, 'canaryOnly' | 'since' | 'revision'> = {},
): Promise<PlannedRetry> {
  const retries = { platform: 0, timeout: 0, solver: 0, output: 0 };
  const dependencies = {
    store,
    studyCache: {
      get: (_: string, revision?: number) =>
        Promise.resolve({
          study: { execution: { retries, runsPerJob } },
          plan: { jobs: [{ lastRun: 1 }], runCount: revision === 1 ? 3 : 5 },
        }),
    },
  } as unknown as ActivityDependencies;
  return planRetry(
    dependencies,
    { studyId: 'beam-1', jobNumber, ...(request === undefined ? {} : { request }), ...further },
    { signal: new AbortController().signal, attempt: 1, show: () => undefined },
  );
}

async function chosen(): Promise<unknown> {
  return (await store.study('beam-1').read(layout.retryChoice(2))).runs;
}

describe('the choice of failed runs for a job', () => {
  it('is in the order of the runs, with their next attempts, and counts from the latest of each', async () => {
    const folder = store.study('beam-1');
    const failed = (run: number, attempt: number, jobNumber: number) => ({
      ...{ run, attempt, jobNumber, status: 'Failed' as const, values: {} },
      reason: 'exit-code' as const,
    });
    await keepOutcomes(folder, 1, [failed(3, 1, 1), failed(1, 1, 1), failed(2, 1, 1)]);
    await folder.write(layout.retryChoice(2), { runs: [] });
    await keepOutcomes(folder, 2, [failed(2, 2, 2)]);
    // What a later job came to isn't known yet when this one is chosen.
    await keepOutcomes(folder, 3, [{ ...failed(1, 2, 3), status: 'Done' }]);
    expect(await plan([1, 2, 3], { runs: [1, 2, 3] }, 3)).toEqual({ runs: 3 });
    const { runs } = await folder.read(layout.retryChoice(3));
    expect(runs).toMatchObject([
      { run: 1, attempt: 2, reason: 'exit-code' },
      { run: 2, attempt: 3, reason: 'exit-code' },
      { run: 3, attempt: 2, reason: 'exit-code' },
    ]);
  });

  it('is made for the next job only', async () => {
    await expect(plan([1], { runs: [1] }, 4)).rejects.toMatchObject({
      ...{ type: 'NOT_OURS', nonRetryable: true },
      message:
        "Expected the number of the study's next job, got 4: nothing is run again as that job",
    });
  });

  it('is the same however often it is made', async () => {
    expect([await plan([1]), await plan([1])]).toEqual([{ runs: 1 }, { runs: 1 }]);
    expect(await chosen()).toMatchObject([{ run: 1, attempt: 2 }]);
  });

  it('of an execution that was terminated stays, as its job may be paid for; what is asked beyond it is told', async () => {
    await plan([1]);
    expect(await plan([2])).toEqual({
      runs: 1,
      note: expect.stringMatching(
        /Job 2 was prepared before.* may be paid for.*Ask again .* for: 2$/u,
      ) as string,
    });
    expect(await chosen()).toMatchObject([{ run: 1 }]);
  });

  it('of a canary that is ahead leaves out all other runs, and tells which', async () => {
    expect(await planWith(undefined, 2, { canaryOnly: true })).toEqual({ runs: 0 });
    const asked = await plan([], { runs: 'failed' }, 2, { canaryOnly: true });
    expect(asked.runs).toBe(1);
    expect(asked.note).toMatch(/go ahead alone, as job 2: .* Not run again, .*: 2\. Ask/u);
    expect(await chosen()).toMatchObject([{ run: 1 }]);
    const other = await plan([2], { runs: [2] }, 3, { canaryOnly: true });
    expect(other).toEqual({
      runs: 0,
      note: expect.stringMatching(/^Not run again, as none/u) as string,
    });
  });

  it('of all failed ones leaves out what failed after that was asked for, and tells which', async () => {
    const failed = { status: 'Failed', reason: 'exit-code', values: {}, attempt: 1 } as const;
    const [before, after] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await keepOutcomes(store.study('beam-1'), 1, [
      { ...failed, run: 1, jobNumber: 1, endedAt: before },
      { ...failed, run: 2, jobNumber: 1, endedAt: after },
      { ...failed, run: 3, jobNumber: 1, endedAt: after, reason: 'stopped' },
      { ...failed, run: 4, jobNumber: 1 },
    ]);
    expect(await plan([], { runs: 'failed' })).toEqual({
      runs: 3,
      note: expect.stringMatching(
        /^Not run again, as they failed after .*: 2\. .* doeflow retry beam-1 --failed$/u,
      ) as string,
    });
    expect(await chosen()).toMatchObject([{ run: 1 }, { run: 3 }, { run: 4 }]);
    // Who names it means it.
    expect(await plan([2], { runs: [2] }, 3)).toEqual({ runs: 1 });
  });

  it('has a reason for each run, also for one whose failure was kept without', async () => {
    const failed = { run: 1, attempt: 1, jobNumber: 1, status: 'Failed', values: {} } as const;
    await keepOutcomes(store.study('beam-1'), 1, [failed]);
    expect(await plan([1])).toEqual({ runs: 1 });
    expect(await chosen()).toEqual([
      { run: 1, attempt: 2, reason: 'job-failed', spent: expect.anything() as object },
    ]);
  });

  it('of a study that had ended takes all that failed, though the platform’s clock is ahead', async () => {
    const folder = store.study('beam-1');
    await folder.write(layout.checkpoint, { jobs: 1, nextPlanned: 2 });
    const endedAt = new Date(Date.now() + 3_600_000).toISOString();
    await keepOutcomes(folder, 1, [
      {
        ...{ run: 1, attempt: 1, jobNumber: 1, status: 'Failed', reason: 'exit-code' },
        endedAt,
        values: {},
      },
    ]);
    expect(await plan([], { runs: 'failed' })).toEqual({ runs: 1 });
  });

  it('that a guard had stopped leaves out what failed by itself, and what others stopped', async () => {
    const stopped = { status: 'Failed', reason: 'stopped', values: {}, attempt: 1 } as const;
    const folder = store.study('beam-1');
    await keepOutcomes(folder, 1, [
      { ...stopped, run: 4, jobNumber: 1 },
      { ...stopped, run: 5, jobNumber: 1, reason: 'exit-code' },
    ]);
    expect(await plan([], { runs: 'stopped', ofJobs: [7] })).toEqual({ runs: 0 });
    expect(await plan([], { runs: 'stopped', ofJobs: [1] })).toEqual({ runs: 1 });
    expect(await chosen()).toMatchObject([{ run: 4, reason: 'stopped' }]);
  });

  describe('of more than a job takes', () => {
    const failed = { status: 'Failed', reason: 'exit-code', values: {}, attempt: 1 } as const;
    beforeEach(async () => {
      const runs = Array.from({ length: 11 }, (_, index) => index + 1);
      const outcomes = runs.map((run) => ({ ...failed, run, jobNumber: 1 }));
      await keepOutcomes(store.study('beam-1'), 1, outcomes);
    });
    const runsOf = async (jobNumber: number) => {
      const { runs } = await store.study('beam-1').read(layout.retryChoice(jobNumber));
      return Array.isArray(runs) ? runs.map(({ run }) => run) : runs;
    };

    it('is cut as the study’s jobs are, each run once, however often one is made', async () => {
      const request = await ask({ runs: 'failed' });
      expect(await planWith(request, 2, { since: 2 })).toEqual({ runs: 4, left: 7 });
      expect(await planWith(request, 2, { since: 2 })).toEqual({ runs: 4, left: 7 });
      expect(await planWith(request, 3, { since: 2 })).toEqual({ runs: 4, left: 3 });
      // What failed again is asked for no more.
      await keepOutcomes(store.study('beam-1'), 2, [
        { ...failed, run: 1, jobNumber: 2, attempt: 2 },
      ]);
      expect(await planWith(request, 4, { since: 2 })).toEqual({ runs: 3 });
      expect(await planWith(request, 5, { since: 2 })).toEqual({ runs: 0 });
      expect([await runsOf(2), await runsOf(3), await runsOf(4)]).toEqual([
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11],
      ]);
    });

    it('spends its ticket on the jobs of one retry', async () => {
      const request = await ask({ runs: 'failed' });
      await planWith(request, 2, { since: 2 });
      await expect(planWith(request, 3, { since: 3 })).rejects.toThrow('spent on another');
    });

    it('tells once which runs are not in it', async () => {
      const request = await ask({ runs: [1, 2, 3, 4, 5, 99] });
      const first = await planWith(request, 2, { since: 2 });
      expect(first).toMatchObject({
        runs: 4,
        left: 1,
        note: expect.stringMatching(/: 99$/u) as string,
      });
      expect(await planWith(request, 3, { since: 2 })).toEqual({ runs: 1 });
    });

    it('goes on with what is left where a job was prepared before for other runs', async () => {
      await store
        .study('beam-1')
        .create(layout.retryChoice(2), { runs: [{ run: 9, attempt: 2, spent: {} }] });
      const request = await ask({ runs: 'failed' });
      expect(await planWith(request, 2, { since: 2 })).toMatchObject({
        ...{ runs: 1, left: 10 },
        note: expect.stringMatching(/^Job 2 was prepared before.*looked after first$/u) as string,
      });
      expect(await planWith(request, 3, { since: 2 })).toEqual({ runs: 4, left: 6 });
      expect(await runsOf(3)).toEqual([1, 2, 3, 4]);
    });

    it('has no run twice where a choice was kept as a range', async () => {
      await store.study('beam-1').create(layout.retryChoice(2), { runs: { first: 3, last: 5 } });
      const request = await ask({ runs: 'failed' });
      expect(await planWith(request, 2, { since: 2 })).toMatchObject({ runs: 3, left: 8 });
      expect(await planWith(request, 3, { since: 2 })).toEqual({ runs: 4, left: 4 });
      expect(await runsOf(3)).toEqual([1, 2, 6, 7]);
    });

    it('is one job in a study of before', async () => {
      expect(await planWith(await ask({ runs: 'failed' }))).toEqual({ runs: 11 });
    });
  });

  describe('in which a stopped job had runs that never began', () => {
    beforeEach(async () => {
      await store.study('beam-1').write(layout.jobSpec(1), {
        ...{ jobNumber: 1, jobName: 'job', searchTag: 's', jobTag: 't', attemptKey: 'key' },
        ...{ expectedRuns: 5, runs: { first: 1, last: 5 }, files: [] },
        inputsTemplate: { name: 'in', sha256: '0' },
      });
    });

    it('takes them with the failed ones, as a first try', async () => {
      expect(await plan([], { runs: 'failed' })).toEqual({ runs: 4, firstTries: 2 });
      expect(await chosen()).toEqual([
        { run: 1, attempt: 2, reason: 'exit-code', spent: { solver: 1 } },
        { run: 2, attempt: 2, reason: 'exit-code', spent: { solver: 1 } },
        { run: 4, attempt: 1, spent: {} },
        { run: 5, attempt: 1, spent: {} },
      ]);
    });

    it('takes them where a person lets go on what a guard stopped, and not by itself', async () => {
      expect(await planWith(undefined)).toEqual({ runs: 0 });
      expect(await plan([], { runs: 'stopped', ofJobs: [7] })).toEqual({ runs: 0 });
      expect(await plan([], { runs: 'stopped', ofJobs: [1] })).toEqual({ runs: 2, firstTries: 2 });
      expect(await chosen()).toMatchObject([{ run: 4 }, { run: 5 }]);
    });

    it('takes them where a lost study is taken up, of jobs that its records say were stopped', async () => {
      const folder = store.study('beam-1');
      const at = new Date();
      const ofJobs = [1];
      const ask = async (stop?: 'stop') => {
        const order = { asks: 'start' as const, ...(stop === undefined ? {} : { stop }) };
        const ticket = await writeTicket(folder, order, at);
        await takeTicket(folder, ticket, { workflowId: 'w', runId: 'r', activityId: '1' }, at);
        return planWith({ runs: 'stopped', ofJobs, ticket });
      };
      await expect(ask()).rejects.toThrow('asks for something else');
      const by = { jobId: 'j1', by: 'reaper', at: at.toISOString() } as const;
      await keepJobStopped(folder, 1, by);
      await expect(ask('stop')).rejects.toThrow('asks for something else');
      expect(await ask()).toEqual({ runs: 2, firstTries: 2 });
    });

    it('has a run once that failed first, and whose repetition never began', async () => {
      const folder = store.study('beam-1');
      const spec = await folder.read(layout.jobSpec(1));
      const runs = [{ run: 1, attempt: 2, spent: { solver: 1 } }];
      await folder.create(layout.retryChoice(2), { runs });
      await folder.write(layout.jobSpec(2), { ...spec, jobNumber: 2, expectedRuns: 1, runs });
      await keepOutcomes(folder, 2, []);
      expect(await plan([], { runs: 'failed' }, 3)).toEqual({ runs: 4, firstTries: 2 });
      expect((await folder.read(layout.retryChoice(3))).runs).toMatchObject([
        ...[{ run: 1, attempt: 2 }, { run: 2 }, { run: 4 }, { run: 5 }],
      ]);
    });

    it('leaves out those that a later job has run', async () => {
      const done = { attempt: 1, jobNumber: 2, status: 'Done', values: {} } as const;
      const folder = store.study('beam-1');
      await folder.create(layout.retryChoice(2), { runs: [{ run: 4, attempt: 1, spent: {} }] });
      await keepOutcomes(folder, 2, [{ ...done, run: 4 }]);
      expect(await plan([], { runs: 'stopped', ofJobs: [1] }, 3)).toEqual({
        ...{ runs: 1, firstTries: 1 },
      });
      expect((await folder.read(layout.retryChoice(3))).runs).toMatchObject([{ run: 5 }]);
    });
  });
});

it('takes what amendments added, or have run again, and leaves out what they withdrew', async () => {
  const folder = store.study('beam-1');
  const files = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  const facts = { createdAt: '2026-05-01T12:00:00.000Z', engineVersion: '1', runs: [3] };
  const amendment = { by: 'ann', changes: [], withdraws: [5] };
  await createAmendment(folder, { revision: 1, ...files }, { ...files, ...facts, amendment });
  // The study hasn't sent the files of that revision yet.
  expect(await planWith({ runs: 'added' }, 2, { revision: 1 })).toEqual({
    ...{ runs: 0, later: 2 },
  });
  expect(await planWith({ runs: 'added' })).toEqual({ runs: 2, firstTries: 1, doneAgain: 1 });
  expect(await chosen()).toMatchObject([
    { run: 3, attempt: 2, done: true },
    { run: 4, attempt: 1 },
  ]);
});
