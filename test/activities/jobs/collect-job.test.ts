import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collectEndedRuns } from '../../../activities/jobs/collect-ended-runs.ts';
import { collectJob } from '../../../activities/jobs/collect-job.ts';
import {
  keepJobHours,
  keepJobStopped,
  layout,
  readAttempts,
  readLedger,
  readStoppedJobs,
} from '../../../src/store/index.ts';
import { json } from '../../platform-api/scripted-server.ts';
import { serveJob, target, type Disturb, type ServedJob } from './served-job.ts';

vi.setConfig({ testTimeout: 120_000 });

let shown: unknown[] = [];
beforeEach(() => {
  shown = [];
});
const activity = (signal = new AbortController().signal) => ({
  ...{ signal, attempt: 1 },
  show: (details: unknown) => void shown.push(details),
});

const collect = (job: ServedJob, signal?: AbortSignal) =>
  collectJob(job.dependencies, { ...target, stopped: false }, activity(signal));
const look = (job: ServedJob) => collectEndedRuns(job.dependencies, target, activity());

/** A job whose runs 1..`runs` have ended well. */
async function endedJob(runs: number): Promise<ServedJob> {
  const job = await serveJob(runs);
  for (let run = 1; run <= runs; run += 1) job.platform.ended.set(run, 0);
  return job;
}

/** Contents that arrive with another byte at every `nth` call. */
const damageEvery =
  (nth: number): Disturb =>
  ({ content, calls, response }) => {
    if (calls % nth !== 0) return false;
    response.end(content.replace(/.$/su, '#'));
    return true;
  };

const timesOf = (job: ServedJob, file: string): number =>
  job.downloads.filter((one) => one === file).length;

describe('the collection of an ended job', () => {
  it('leaves the keys of its done runs for other studies, and none of those that failed', async () => {
    const job = await serveJob(3);
    for (const run of [1, 2, 3]) job.platform.ended.set(run, run === 2 ? 1 : 0);
    await collect(job);
    const kept = await job.folder.read(layout.runKeys(1));
    expect(kept.map(({ run, attempt, key }) => [run, attempt, Number(key)])).toEqual([
      [1, 1, 1],
      [3, 1, 3],
    ]);
    expect(kept[0]?.files).not.toBe(kept[1]?.files);
  });

  it('takes no passing 404 for a deleted job', async () => {
    const job = await endedJob(3);
    job.platform.missing = 4;
    const end = await collect(job);
    expect(end).toMatchObject({ change: { done: 3, failed: 0 } });
    expect(end).not.toHaveProperty('notes');
    expect(end).not.toHaveProperty('message');
  });

  it('takes a job that stays gone for deleted', async () => {
    const job = await endedJob(3);
    job.platform.missing = Infinity;
    expect(await collect(job)).toMatchObject({
      change: { done: 0, failed: 3 },
      message: 'job job1 was deleted on the platform',
    });
  });

  it('of one that is gone keeps that its hours are those of the last look', async () => {
    const job = await endedJob(3);
    await keepJobHours(job.folder, 1, 0.5);
    job.platform.missing = Infinity;
    await collect(job);
    const hours = await job.folder.read(layout.billedHours(1));
    expect(hours).toEqual({ heldHours: 0.5, runHours: 0, wasGone: true });
  });

  it('of one that the reaper stopped says so, whoever has it collected, and leaves what never began not failed', async () => {
    for (const cancelled of [true, false]) {
      const job = await serveJob(3);
      job.platform.runsServed = true;
      job.platform.ended.set(1, 0);
      job.platform.unbegun.add(3);
      const by = { jobId: 'job1', by: 'reaper', at: '2026-05-01T12:00:00.000Z' } as const;
      await keepJobStopped(job.folder, 1, { ...by, why: 'study served was terminated' });
      const end = await collectJob(
        job.dependencies,
        { ...target, stopped: cancelled, ...(cancelled ? { cancelled } : {}) },
        activity(),
      );
      expect(end).toMatchObject({
        change: { done: 1, failed: 1, failures: [{ reason: 'stopped', count: 1 }] },
        message:
          'doeflow’s reaper stopped job job1, as nobody answered for it: study served was terminated',
      });
    }
  });

  it('of one whose workflow was cancelled takes back what never began, and says so of what was under way', async () => {
    const job = await serveJob(3);
    job.platform.runsServed = true;
    job.platform.ended.set(1, 0);
    job.platform.unbegun.add(3);
    const end = await collectJob(
      job.dependencies,
      { ...target, stopped: true, cancelled: true },
      activity(),
    );
    expect(end).toMatchObject({
      change: { done: 1, failed: 1, failures: [{ reason: 'stopped', count: 1 }] },
    });
    // Only a person has it go on.
    expect(await readStoppedJobs(job.folder)).toEqual([]);
  });

  it('of one that had ended before the reaper had it collected blames nobody', async () => {
    const job = await serveJob(2);
    job.platform.runsServed = true;
    job.platform.ended.set(1, 0);
    const by = { jobId: 'job1', by: 'reaper', at: '2026-05-01T12:00:00.000Z' } as const;
    await keepJobStopped(job.folder, 1, { ...by, why: 'lost', wasOver: true });
    const end = await collectJob(
      job.dependencies,
      { ...target, stopped: true, cancelled: true },
      activity(),
    );
    expect(end).toMatchObject({ change: { failures: [{ reason: 'cut', count: 1 }] } });
    expect(end).not.toHaveProperty('message');
    expect(await readStoppedJobs(job.folder)).toEqual([]);
  });

  it('looks again where a run that proves its end lacks what is read of it: its list may lag', async () => {
    const job = await endedJob(3);
    job.platform.unlisted.add('2-out.txt');
    job.platform.disturb = () => {
      job.platform.unlisted.clear();
      return false;
    };
    expect(await collect(job)).toMatchObject({ change: { done: 3, failed: 0 } });
    expect(timesOf(job, '1-out.txt')).toBe(1);
    // What was read for the first verdict is collected, too.
    const [, second] = (await readAttempts(job.folder)).flat();
    expect(Object.keys(second?.files ?? {})).toEqual(['process_output.log', 'out.txt']);
  });

  it('looks again where the log of a failed run is not listed', async () => {
    const job = await endedJob(2);
    job.platform.ended.set(2, 3);
    job.platform.unlisted.add('2-process_output.log');
    job.platform.disturb = () => {
      job.platform.unlisted.clear();
      return false;
    };
    expect(await collect(job)).toMatchObject({ change: { done: 1, failed: 1 } });
    expect(timesOf(job, '2-process_output.log')).toBe(1);
  });

  it('calls an output missing that no further look shows', async () => {
    const job = await endedJob(3);
    job.platform.unlisted.add('2-out.txt');
    expect(await collect(job)).toMatchObject({
      change: { done: 2, failed: 1, failures: [{ reason: 'output-missing', count: 1 }] },
    });
  });

  it('is told in the ledger, once', async () => {
    const job = await endedJob(2);
    await Promise.all([collect(job), look(job)]);
    await collect(job);
    const entries = [];
    for await (const entry of readLedger(job.folder)) entries.push(entry);
    expect(entries).toEqual([
      {
        ...{ kind: 'effect', what: 'submit-job', effect: 'done', key: 'job1', platformId: 'job1' },
        at: expect.stringMatching(/^20\d\d-/u) as string,
      },
    ]);
  });

  it('of one that its study stopped keeps that, so that a study which is taken up knows it', async () => {
    const job = await endedJob(2);
    await collectJob(job.dependencies, { ...target, stopped: true }, activity());
    expect(await readStoppedJobs(job.folder)).toEqual([{ jobNumber: 1, by: 'study' }]);
  });

  it('of one that was lost with its cluster says which, and has what was cut run again', async () => {
    const job = await serveJob(2, { platform: 1 });
    job.platform.runsServed = true;
    job.platform.ended.set(1, 0);
    await job.folder.write(layout.jobCluster(1), { clusterId: 'c1' });
    const at = (hour: number, status: string, statusReason = '') => ({
      ...{ status, statusReason, statusDate: `2026-01-01T0${hour}:00:00Z` },
    });
    job.platform.history = [at(3, 'Completed', 'Stopped by the system'), at(1, 'Executing')];
    job.platform.clusterHistory = [at(2, 'Stopped', 'Node failure.'), at(0, 'Started')];
    expect(await collect(job)).toEqual({
      ...{ jobNumber: 1, outcome: 'collected', retryable: 1, lostCluster: 'c1' },
      message: 'cluster c1, which it ran on, was lost: the platform says: Node failure',
      change: { done: 1, failed: 1, failures: [{ reason: 'cut', count: 1 }] },
      streaks: expect.anything() as object,
    });
    expect(await job.folder.read(layout.billedHours(1))).toMatchObject({
      ...{ heldHours: 2, runHours: expect.any(Number) as number },
    });
  });

  it('ends at its first try where some downloads are damaged, and reads again only those', async () => {
    const job = await endedJob(250);
    job.platform.disturb = damageEvery(50);
    expect(await collect(job)).toMatchObject({ change: { done: 250, failed: 0 } });
    expect(job.downloads.length).toBeLessThan(500 + 20);
  });

  it('goes by the files, and says so, where a later page of runs stays broken', async () => {
    const job = await endedJob(1_005);
    job.platform.runsServed = true;
    job.platform.runsBrokenFrom = 2;
    const { change, notes } = await collect(job);
    expect(change).toMatchObject({ done: 1_005, failed: 0 });
    expect(notes?.join()).toMatch(/used without GET \/api\/v2\/jobs\/\{job_id\}\/runs\/: /u);
  });

  it('waits where a budget is used up and loses nothing by it', async () => {
    const job = await endedJob(20);
    job.platform.disturb = ({ calls, response }) => {
      if (calls % 15 !== 0) return false;
      json(response, { detail: 'throttled' }, 429, { 'retry-after': '1' });
      return true;
    };
    expect(await collect(job)).toMatchObject({ change: { done: 20, failed: 0 } });
    expect(job.downloads.length).toBeLessThan(50);
  });

  it('fails only the runs whose marker can not be had at any try, each with what was wrong', async () => {
    const job = await endedJob(6);
    const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
      '2-doeflow-run.txt': (response) => void response.end('#'),
      '3-doeflow-run.txt': (response) => json(response, { detail: 'gone' }, 404),
      '4-doeflow-run.txt': (response) => json(response, { detail: 'broken' }, 500),
      '5-doeflow-run.txt': (response) => void response.destroy(),
    };
    job.platform.disturb = ({ file, response }) => {
      answers[file]?.(response);
      return file in answers;
    };
    expect(await collect(job)).toMatchObject({
      change: { done: 2, failed: 4, failures: [{ reason: 'output-damaged', count: 4 }] },
    });
    const messages = (await readAttempts(job.folder)).flat().map(({ message }) => message);
    expect(messages).toEqual([
      undefined,
      expect.stringContaining('Expected'),
      expect.stringContaining('404 gone'),
      expect.stringContaining('500 broken'),
      expect.stringContaining('5-doeflow-run.txt'),
      undefined,
    ]);
    expect(timesOf(job, '1-doeflow-run.txt')).toBeLessThan(40);
  });

  it('judges nothing while the platform is down, says so, and goes on when it is back', async () => {
    const job = await endedJob(5);
    job.platform.isDown = true;
    job.platform.disturb = ({ response }) => {
      if (job.platform.isDown) json(response, { detail: 'down' }, 502);
      return job.platform.isDown;
    };
    setTimeout(() => (job.platform.isDown = false), 4_000);
    expect(await collect(job)).toMatchObject({ change: { done: 5, failed: 0 } });
    expect(shown).toContainEqual(
      expect.objectContaining({
        trouble: expect.objectContaining({ waitingFor: 'the platform' }) as object,
      }),
    );
    expect(shown.at(-1)).not.toHaveProperty('trouble');
  });

  it('judges no run by a platform that gives its lists and none of its files', async () => {
    const job = await endedJob(5);
    let isBroken = true;
    job.platform.disturb = ({ response }) => {
      if (isBroken) json(response, { detail: 'no storage' }, 503);
      return isBroken;
    };
    setTimeout(() => (isBroken = false), 6_000);
    expect(await collect(job)).toMatchObject({ change: { done: 5, failed: 0 } });
  });

  it('fetches nothing again that a killed try had judged', async () => {
    const job = await endedJob(130);
    const killed = new AbortController();
    job.platform.disturb = ({ file }) => {
      if (file === '125-out.txt') killed.abort();
      return false;
    };
    await expect(collect(job, killed.signal)).rejects.toThrow();
    job.platform.disturb = () => false;
    const judged = (await readAttempts(job.folder)).flat().length;
    expect(judged).toBeGreaterThanOrEqual(100);
    const before = job.downloads.length;
    expect(await collect(job)).toMatchObject({ change: { done: 130 } });
    expect(job.downloads.length - before).toBe(2 * (130 - judged));
    expect(await job.folder.list(layout.judgedPages(1))).toMatchObject({ objects: [] });
  });

  it('takes no harm from two tries at once, nor from one after the end', async () => {
    const job = await endedJob(40);
    const ends = await Promise.all([collect(job), collect(job)]);
    const before = job.downloads.length;
    for (const end of [...ends, await collect(job)]) {
      expect(end).toMatchObject({ change: { done: 40, failed: 0 } });
    }
    expect(job.downloads).toHaveLength(before);
    expect((await readAttempts(job.folder)).flat()).toHaveLength(40);
  });
});

describe('a look at a job whose runs the platform tells of', () => {
  it('leaves a run that it doesn’t call completed, whatever files it lists, and lists none where there is no news', async () => {
    const job = await serveJob(3);
    job.platform.runsServed = true;
    job.platform.ended.set(1, 0).set(2, 0);
    job.platform.uncompleted.add(2);
    expect(await look(job)).toMatchObject({ runs: 1, change: { done: 1 } });
    let listings = 0;
    const { platform } = job.dependencies;
    const counting = {
      ...job.dependencies,
      platform: {
        ...platform,
        jobs: {
          ...platform.jobs,
          files: (...asked: Parameters<typeof platform.jobs.files>) => {
            listings += 1;
            return platform.jobs.files(...asked);
          },
        },
      },
    };
    expect(await collectEndedRuns(counting, target, activity())).toMatchObject({ runs: 1 });
    expect(listings).toBe(0);
    job.platform.uncompleted.clear();
    expect(await collectEndedRuns(counting, target, activity())).toMatchObject({ runs: 2 });
    expect(listings).toBe(1);
  });

  it('is good for a while where the job has many runs: nothing is asked again, and its end is collected all the same', async () => {
    const served = await endedJob(300);
    let nowMs = 0;
    const job = { ...served, dependencies: { ...served.dependencies, now: () => new Date(nowMs) } };
    job.platform.ended.delete(300);
    expect(await look(job)).toMatchObject({ runs: 299 });
    job.platform.ended.set(300, 0);
    const before = job.downloads.length;
    // It read 897 rows of files.
    for (nowMs of [0, 448]) expect(await look(job)).toMatchObject({ runs: 299 });
    expect(job.downloads).toHaveLength(before);
    nowMs = 449;
    expect(await look(job)).toMatchObject({ runs: 300 });
    nowMs = -1;
    expect(await look(job)).toMatchObject({ runs: 300 });
    expect(timesOf(job, '1-doeflow-run.txt')).toBe(1);
    nowMs = 500;
    expect(await collect(job)).toMatchObject({ change: { done: 300 } });
    expect(await look(job)).toMatchObject({ runs: 300 });
  });

  it('keeps the hours that it held its hardware so far, and only where a run has ended', async () => {
    const job = await serveJob(2);
    await look(job);
    expect(await job.folder.has(layout.billedHours(1))).toBe(false);
    job.platform.ended.set(1, 0);
    await look(job);
    expect(await job.folder.has(layout.billedHours(1))).toBe(true);
  });
});

describe.each([true, false])('a look at an executing job, runs served: %s,', (runsServed) => {
  async function executing(runs: number): Promise<ServedJob> {
    const job = await serveJob(runs);
    job.platform.runsServed = runsServed;
    return job;
  }

  it('judges the runs that ended, keeps them, and leaves the others', async () => {
    const job = await executing(10);
    expect(await look(job)).toMatchObject({ runs: 0 });
    job.platform.ended.set(1, 0).set(2, 3);
    expect(await look(job)).toEqual({
      runs: 2,
      change: { done: 1, failed: 1, failures: [{ reason: 'exit-code', count: 1 }] },
      streaks: { done: 1, failed: 1, failedFirst: 0, failedInRow: 1, failedLast: 1 },
      retryable: 0,
    });
    expect((await readAttempts(job.folder)).flat()).toMatchObject([
      { run: 1, status: 'Done', values: { y: 1 } },
      { run: 2, status: 'Failed', exitCode: 3 },
    ]);
    const before = job.downloads.length;
    const pages = await job.folder.list(layout.judgedPages(1));
    expect(await look(job)).toMatchObject({ runs: 2 });
    expect(job.downloads).toHaveLength(before);
    // What is kept of the runs doesn't grow with the looks.
    expect(pages.objects).not.toEqual([]);
    expect(await job.folder.list(layout.judgedPages(1))).toEqual(pages);
  });

  it('fetches nothing again at the end, when all other runs are judged', async () => {
    const job = await executing(3);
    job.platform.ended.set(1, 0).set(2, 3);
    await look(job);
    job.platform.ended.set(3, 0);
    expect(await collect(job)).toMatchObject({ change: { done: 2, failed: 1 } });
    for (const file of new Set(job.downloads)) expect(timesOf(job, file)).toBe(1);
  });

  it('leaves a run whose files are not all listed, until they stand still', async () => {
    const job = await executing(2);
    job.platform.unlisted.add('1-out.txt');
    job.platform.ended.set(1, 0);
    expect(await look(job)).toMatchObject({ runs: 0 });
    expect(await look(job)).toMatchObject({ runs: 1, change: { failed: 1 } });
    job.platform.unlisted.clear();
    expect(await collect(job)).toMatchObject({ change: { done: 1, failed: 1 } });
    expect((await readAttempts(job.folder)).flat()[0]).toMatchObject({ run: 1, status: 'Done' });
  });
});
