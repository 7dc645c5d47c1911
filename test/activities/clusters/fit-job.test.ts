import { beforeEach, describe, expect, it } from 'vitest';
import { fitJob } from '../../../activities/clusters/fit-job.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import { layout } from '../../../src/store/index.ts';
import { openClusterStage, studyId, type ClusterStage } from './pretended-clusters.ts';

let stage: ClusterStage;
const hour = 3600;

/** A cluster of eight hours with three slots for jobs of four, started four hours ago; the second job has 20 runs. */
beforeEach(async () => {
  stage = await openClusterStage();
  stage.clusters.push({
    ...{ id: 'c1', name: 'beams' },
    history: [{ status: 'Started', statusDate: '2026-01-01T00:00:00Z' }],
  });
});

const fit = (jobNumber = 2, runsAhead = 0) =>
  fitJob(stage.dependencies, { studyId, clusterId: 'c1', jobNumber, runsAhead }, stage.run);

/** Runs of a job that took so many seconds. */
async function took(jobNumber: number, ...seconds: readonly number[]): Promise<void> {
  await keep(
    jobNumber,
    seconds.map((elapsedSeconds, index) => ({ run: index + 1, status: 'Done', elapsedSeconds })),
  );
}

async function keep(jobNumber: number, outcomes: readonly object[]): Promise<void> {
  const whole = outcomes.map((outcome) => ({ attempt: 1, jobNumber, values: {}, ...outcome }));
  await stage.folder.write(layout.outcomes(jobNumber), whole as unknown as RunOutcome[]);
}

describe('a job is sent to the cluster', () => {
  it('where nothing is known of its runs', async () => {
    expect(await fit()).toEqual({ verdict: 'fits' });
  });

  it('that has no walltime, is not the study’s own, or hasn’t started yet', async () => {
    await took(1, 100 * hour);
    stage.study.execution.cluster = { kind: 'existing', id: 'c1' };
    expect(await fit()).toEqual({ verdict: 'fits' });
    stage.study.execution.cluster = { kind: 'own', name: 'beams', slots: 3 };
    stage.study.job.hardware['walltime'] = undefined;
    expect(await fit()).toEqual({ verdict: 'fits' });
    stage.study.job.hardware['walltime'] = 8;
    const [cluster] = stage.clusters;
    if (cluster !== undefined) cluster.history = [];
    expect(await fit()).toEqual({ verdict: 'fits' });
  });

  it.each([
    // Seven rounds of three for 20 runs: four hours are left.
    { seconds: (4 * hour) / 7 - 1, verdict: 'fits' },
    { seconds: (4 * hour) / 7 + 1, verdict: 'later' },
  ])('by its rounds of slots and the time that is left: $verdict', async ({ seconds, verdict }) => {
    await took(1, seconds);
    expect((await fit()).verdict).toBe(verdict);
  });

  it('of fewer slots than the cluster has, by those', async () => {
    stage.study.job.hardware['slots'] = 2;
    await took(1, (4 * hour) / 10);
    expect((await fit()).verdict).toBe('fits');
    await took(1, (4 * hour) / 10 + 1);
    expect((await fit()).verdict).toBe('later');
  });

  it('behind the runs that the cluster has before it', async () => {
    await took(1, (4 * hour) / 8);
    expect((await fit(2, 4)).verdict).toBe('fits');
    expect((await fit(2, 5)).verdict).toBe('later');
  });

  it('of one run, where the plan has no such job', async () => {
    await took(2, 4 * hour);
    expect((await fit(3)).verdict).toBe('fits');
    await took(2, 4 * hour + 1);
    expect((await fit(3)).verdict).toBe('later');
  });
});

it('a cluster that has ended, or whose walltime is over, waits for a fresh one, and says why', async () => {
  stage.nowMs = Date.parse('2026-01-01T08:00:00Z');
  expect(await fit()).toEqual({ verdict: 'later', why: 'its walltime of 8 h was over' });
  stage.clusters.length = 0;
  expect(await fit()).toEqual({ verdict: 'later', why: 'it is no longer on the platform' });
});

describe('how long a run takes', () => {
  it('is what nine of ten took at most, of those that are done', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => 100 + index);
    await took(1, 90 * hour, ...ten.slice(1));
    // The second longest of ten: 109 s.
    expect((await fit()).verdict).toBe('fits');
    await took(1, 90 * hour, 90 * hour, ...ten.slice(2));
    expect((await fit()).verdict).toBe('later');
    await keep(1, [
      { run: 1, status: 'Failed', reason: 'exit-code', elapsedSeconds: 90 * hour },
      { run: 2, status: 'Done' },
      { run: 3, status: 'Done', elapsedSeconds: 1 },
    ]);
    expect((await fit()).verdict).toBe('fits');
  });

  it('is by the times in their order as numbers', async () => {
    await took(1, 9, 10, 11, 12, 13, 14, 15, 16, 4 * hour + 1, 4 * hour + 1);
    expect((await fit()).verdict).toBe('later');
    await took(1, 4 * hour + 1, 9, 10, 11, 12, 13, 14, 15, 16, 17);
    expect((await fit()).verdict).toBe('fits');
  });

  it('is told by the latest three jobs that have ended, of the twenty before', async () => {
    const jobs = (...numbers: readonly number[]) =>
      Promise.all(numbers.map((jobNumber) => took(jobNumber, 1)));
    await took(1, ...Array.from({ length: 100 }, () => 90 * hour));
    await jobs(2, 4);
    expect((await fit(6)).verdict).toBe('later');
    await jobs(3);
    expect((await fit(6)).verdict).toBe('fits');
    stage = await openClusterStage();
    stage.clusters.push({
      ...{ id: 'c1', name: 'beams' },
      history: [{ status: 'Started', statusDate: '2026-01-01T00:00:00Z' }],
    });
    await took(10, 90 * hour);
    expect((await fit(30)).verdict).toBe('later');
    expect((await fit(31)).verdict).toBe('fits');
    // Its own outcomes and those of later jobs say nothing of it.
    expect((await fit(10)).verdict).toBe('fits');
    expect((await fit(9)).verdict).toBe('fits');
  });

  it('is the study’s limit for a run where none is done', async () => {
    stage.study.job.runWalltimeSeconds = 4 * hour + 1;
    expect((await fit(1)).verdict).toBe('later');
    await took(1, 1);
    expect((await fit(2)).verdict).toBe('fits');
  });
});

describe('a job of runs that run again', () => {
  const again = (...runs: readonly number[]) =>
    stage.folder.write(layout.retryChoice(2), {
      runs: runs.map((run) => ({ run, attempt: 2, spent: {} })),
    });
  const cut = (run: number, elapsedSeconds?: number) => ({
    ...{ run, status: 'Failed', reason: 'cut' },
    ...(elapsedSeconds === undefined ? {} : { elapsedSeconds }),
  });

  it('is as large as its runs are many', async () => {
    stage.study.job.runWalltimeSeconds = 2 * hour;
    await again(1, 2, 3, 4, 5, 6);
    expect((await fit()).verdict).toBe('fits');
    await again(1, 2, 3, 4, 5, 6, 7);
    expect((await fit()).verdict).toBe('later');
  });

  it('fits no cluster where each was cut by a whole walltime before', async () => {
    await keep(1, [cut(1, 7.5 * hour), cut(2, 7.9 * hour), cut(3, 1)]);
    await again(1, 2);
    expect(await fit()).toEqual({ verdict: 'never', why: expect.stringContaining('after 7.5 h') });
    await again(1, 2, 3);
    expect((await fit()).verdict).toBe('fits');
    await again(1, 2, 4);
    expect((await fit()).verdict).toBe('fits');
  });

  it('fits where they failed by another reason, or nobody knows after what time', async () => {
    await keep(1, [{ ...cut(1, 8 * hour), reason: 'exit-code' }, cut(2)]);
    await again(1);
    expect((await fit()).verdict).toBe('fits');
    await again(2);
    expect((await fit()).verdict).toBe('fits');
  });

  it('counts a range of runs by the plan', async () => {
    await keep(1, [cut(1, 8 * hour)]);
    await stage.folder.write(layout.retryChoice(2), { runs: { first: 1, last: 1 } });
    expect((await fit()).verdict).toBe('fits');
  });
});
