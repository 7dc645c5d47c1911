import { describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { watchJobs } from '../../activities/jobs/watch-jobs.ts';
import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  ServerError,
} from '../../src/platform-api/index.ts';
import { readTrouble } from '../../src/run/trouble.ts';
import { searchTag } from '../../src/store/index.ts';

/** A platform whose list shows `rows[look]`, the last of them for ever, and whose histories are `histories`. */
function platformOf(
  rows: readonly Readonly<Record<string, string>>[],
  histories: Readonly<Record<string, string>> = {},
) {
  const seen = { looks: 0, rowsRead: 0, directLooks: 0 };
  const jobs = {
    async *list() {
      const shown = rows[Math.min(seen.looks, rows.length - 1)] ?? {};
      seen.looks += 1;
      for (const [id, content] of Object.entries(shown)) {
        seen.rowsRead += 1;
        yield await Promise.resolve({ id, name: 'job', jobStatus: { content } });
      }
    },
    async *statuses(jobId: string) {
      seen.directLooks += 1;
      const status = histories[jobId];
      if (status === undefined) throw notFound(jobId);
      yield await Promise.resolve({ status });
    },
    runs: () => Promise.resolve(undefined),
    get: (jobId: string) => Promise.reject(notFound(jobId)),
  };
  const dependencies = {
    platform: { jobs },
    poll: { minMs: 1, maxMs: 2 },
  } as unknown as ActivityDependencies;
  return { dependencies, seen };
}

const notFound = (jobId: string): NotFoundError =>
  new NotFoundError('Expected a job, got 404', {
    ...{ status: 404, method: 'GET', path: `/api/v2/jobs/${jobId}/statuses/` },
  });

const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };

/** Expects that a list which fails with `error` ends the wait with it; gives how often jobs were asked for by themselves. */
async function expectFailure(error: Error): Promise<number> {
  const { dependencies, seen } = platformOf([{}]);
  Object.assign(dependencies.platform.jobs, {
    async *list() {
      throw error;
    },
  });
  const input = { studyId: 's', heard: { a: '' } };
  await expect(watchJobs(dependencies, input, run)).rejects.toBe(error);
  return seen.directLooks;
}

describe('the wait for news of jobs', () => {
  it('gives the status of a watched job that differs from the one heard', async () => {
    const { dependencies } = platformOf([{ a: 'Executing' }, { a: 'Completed' }]);
    const input = { studyId: 's', heard: { a: 'Executing' } };
    expect(await watchJobs(dependencies, input, run)).toEqual({
      changes: [{ jobId: 'a', status: 'Completed', ended: true }],
    });
  });

  it('says nothing of jobs that nobody asked about, and reads no further than those it was asked about', async () => {
    const ended = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`old-${index}`, 'Completed']),
    );
    const { dependencies, seen } = platformOf([{ a: 'Completed', ...ended }]);
    const { changes } = await watchJobs(dependencies, { studyId: 's', heard: { a: '' } }, run);
    expect(changes.map(({ jobId }) => jobId)).toEqual(['a']);
    expect(seen.rowsRead).toBe(1);
  });

  it('calls a job deleted only when three looks and its own history say so', async () => {
    const { dependencies, seen } = platformOf([{}]);
    const { changes } = await watchJobs(dependencies, { studyId: 's', heard: { a: '' } }, run);
    expect(changes).toEqual([{ jobId: 'a', status: 'Deleted', ended: true }]);
    expect(seen).toMatchObject({ looks: 3, directLooks: 6 });
  });

  it('believes no single 404 of a history', async () => {
    const { dependencies, seen } = platformOf([{}, {}, {}, { a: 'Completed' }], { a: 'Executing' });
    const { statuses } = dependencies.platform.jobs;
    Object.assign(dependencies.platform.jobs, {
      async *statuses(jobId: string) {
        if (seen.directLooks < 2) {
          seen.directLooks += 1;
          throw notFound(jobId);
        }
        yield* statuses(jobId);
      },
    });
    const input = { studyId: 's', heard: { a: 'Executing' } };
    const { changes } = await watchJobs(dependencies, input, run);
    expect(changes).toEqual([{ jobId: 'a', status: 'Completed', ended: true }]);
  });

  it('asks for each job by itself while the list is refused, says so, and takes the list again', async () => {
    const { dependencies, seen } = platformOf([{ a: 'Executing' }, { a: 'Completed' }], {
      a: 'Executing',
    });
    const { list } = dependencies.platform.jobs;
    let refusals = 0;
    Object.assign(dependencies.platform.jobs, {
      async *list() {
        if (seen.looks === 1 && refusals < 3) {
          refusals += 1;
          throw new PermissionError('no', { status: 403, method: 'GET', path: '/api/v2/jobs/' });
        }
        yield* list();
      },
    });
    const shown: unknown[] = [];
    const input = { studyId: 's', heard: { a: 'Executing' } };
    const told = { ...run, show: (details: object) => void shown.push(details) };
    const { changes } = await watchJobs(dependencies, input, told);
    expect(changes).toEqual([{ jobId: 'a', status: 'Completed', ended: true }]);
    expect(seen.directLooks).toBe(3);
    const troubles = shown.map(readTrouble);
    expect(troubles.map((trouble) => trouble?.attempts)).toEqual([undefined, 1, 2, 3]);
    expect(troubles[3]).toMatchObject({ code: 'JOB_LIST_REFUSED' });
  });

  it('repeats no status of a job that only the list lost', async () => {
    const { dependencies, seen } = platformOf([{}, {}, {}, {}, { a: 'Completed' }], {
      a: 'Executing',
    });
    const input = { studyId: 's', heard: { a: 'Executing' } };
    const { changes } = await watchJobs(dependencies, input, run);
    expect(changes).toEqual([{ jobId: 'a', status: 'Completed', ended: true }]);
    expect(seen).toMatchObject({ looks: 5, directLooks: 1 });
  });

  it('keeps quiet of statuses on the way to the start', async () => {
    const { dependencies, seen } = platformOf([
      { a: 'Queued' },
      { a: 'Started' },
      { a: 'Executing' },
    ]);
    const { changes } = await watchJobs(dependencies, { studyId: 's', heard: { a: '' } }, run);
    expect(changes.map(({ status }) => status)).toEqual(['Executing']);
    expect(seen.looks).toBe(3);
  });

  it('shows each job with its runs meanwhile, a job without a status as one on its way', async () => {
    const { dependencies } = platformOf([{ a: 'Executing', b: 'Queued' }, { a: 'Completed' }]);
    const { list } = dependencies.platform.jobs;
    Object.assign(dependencies.platform.jobs, {
      async *list() {
        yield { id: 'c', name: 'job' };
        yield* list();
      },
      runs: () =>
        Promise.resolve(
          (async function* () {
            yield await Promise.resolve({ dateCompleted: 'x' });
          })(),
        ),
    });
    const shown: unknown[] = [];
    const input = { studyId: 's', heard: { a: 'Executing', b: '', c: '' } };
    const told = { ...run, show: (details: object) => void shown.push(details) };
    expect((await watchJobs(dependencies, input, told)).changes).toMatchObject([{ jobId: 'a' }]);
    const counts = { runsDone: 1, runsRunning: 0, runsTotal: 1 };
    expect(shown).toEqual([
      {
        jobs: [
          { jobId: 'a', status: 'Executing', ...counts },
          { jobId: 'b', status: 'Queued' },
        ],
      },
    ]);
  });

  it('says nothing of a job whose own history is refused, and fails where the token is', async () => {
    const call = { status: 403, method: 'GET', path: '/api/v2/jobs/a/statuses/' };
    const { dependencies, seen } = platformOf([{}, {}, {}, { a: 'Completed' }]);
    const refuse = (error: Error): void => {
      Object.assign(dependencies.platform.jobs, {
        async *statuses() {
          seen.directLooks += 1;
          throw error;
        },
      });
    };
    refuse(new PermissionError('no', call));
    const { changes } = await watchJobs(dependencies, { studyId: 's', heard: { a: '' } }, run);
    expect([changes, seen.directLooks]).toEqual([
      [{ jobId: 'a', status: 'Completed', ended: true }],
      1,
    ]);
    await expectFailure(new AuthenticationError('Invalid token.', call));
  });

  it('is left to who waits out an outage where the list can’t be had, and asks for no job by itself', async () => {
    const call = { method: 'GET', path: '/api/v2/jobs/' };
    expect(await expectFailure(new ServerError('Oops.', { ...call, status: 502 }))).toBe(0);
    expect(await expectFailure(new Error('not the platform’s'))).toBe(0);
  });

  it('has no news of a job that was never submitted', async () => {
    const { dependencies } = platformOf([{}, {}, {}, { a: 'Completed' }]);
    Object.assign(dependencies.platform.jobs, {
      async *statuses() {
        yield* await Promise.resolve([]);
      },
    });
    const { changes } = await watchJobs(dependencies, { studyId: 's', heard: { a: 'x' } }, run);
    expect(changes.map(({ status }) => status)).toEqual(['Completed']);
  });

  it('searches the list by the study’s own tag, and reads on until all watched jobs are seen', async () => {
    const { dependencies, seen } = platformOf([{ x: 'Executing', a: 'Executing', b: 'Completed' }]);
    const { list } = dependencies.platform.jobs;
    const asked: unknown[] = [];
    Object.assign(dependencies.platform.jobs, {
      async *list(options: object) {
        asked.push(options);
        yield* list();
      },
    });
    const input = { studyId: 'beam-1', heard: { a: 'Executing', b: 'Executing' } };
    expect((await watchJobs(dependencies, input, run)).changes).toMatchObject([{ jobId: 'b' }]);
    expect(asked).toEqual([{ q: searchTag('beam-1'), signal: run.signal }]);
    expect(seen.rowsRead).toBe(3);
  });

  it('looks rarer and rarer while nothing happens', async () => {
    const { dependencies, seen } = platformOf([{ a: 'Executing' }]);
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 300);
    const rare = { ...dependencies, poll: { minMs: 20, maxMs: 1_000 } };
    const input = { studyId: 's', heard: { a: 'Executing' } };
    await expect(watchJobs(rare, input, { ...run, signal: ending.signal })).rejects.toThrow(
      'aborted',
    );
    // Waits of 24, 29, 35, 41, 50, 60, 72 ms; a slow machine makes fewer.
    expect(seen.looks).toBeLessThanOrEqual(8);
    expect(seen.looks).toBeGreaterThan(1);
  });

  it('begins with waits that are shorter than the usual least, where it is told to', async () => {
    const going = { a: 'Executing' };
    const { dependencies, seen } = platformOf([going, going, going, { a: 'Completed' }]);
    const anHour = 3_600_000;
    const eager = { ...dependencies, poll: { minMs: anHour, maxMs: anHour, firstMs: 1 } };
    const { changes } = await watchJobs(eager, { studyId: 's', heard: going }, run);
    expect(changes).toMatchObject([{ jobId: 'a', status: 'Completed' }]);
    expect(seen.looks).toBe(4);
  });

  it('ends with its activity', async () => {
    const { dependencies, seen } = platformOf([{ a: 'Executing' }]);
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 30);
    const input = { studyId: 's', heard: { a: 'Executing' } };
    await expect(watchJobs(dependencies, input, { ...run, signal: ending.signal })).rejects.toThrow(
      'aborted',
    );
    expect(seen.looks).toBeGreaterThan(1);
  });
});
