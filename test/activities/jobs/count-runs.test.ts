import { expect, it } from 'vitest';
import { createRunCounter } from '../../../activities/jobs/count-runs.ts';
import {
  ServerError,
  type JobListItem,
  type PlatformClient,
} from '../../../src/platform-api/index.ts';

/** A platform whose job has this many runs, of which those before `ended` have ended and 20 more have started. */
function platformOf(total: number, ended: () => number) {
  const seen = { listed: 0 };
  const date = '2026-01-01T00:00:00Z';
  async function* runs() {
    seen.listed += 1;
    const before = await Promise.resolve(ended());
    for (let run = 0; run < total; run += 1) {
      yield {
        ...(run < before + 20 ? { dateStarted: date } : {}),
        ...(run < before ? { dateCompleted: date } : {}),
      };
    }
  }
  const platform = { jobs: { runs: () => Promise.resolve(runs()) } } as unknown as PlatformClient;
  return { platform, seen };
}

const rows = [{ id: 'a', jobStatus: { content: 'Executing' } }] as JobListItem[];
const { signal } = new AbortController();

it('counts a job of ten thousand runs anew after twenty seconds', async () => {
  let nowMs = 0;
  const { platform, seen } = platformOf(10_000, () => nowMs / 10);
  const count = createRunCounter(platform, () => nowMs);
  for (let look = 0; look < 11; look += 1) {
    nowMs = look * 4_000;
    const at = Math.floor(look / 5) * 20_000;
    const counts = { runsDone: at / 10, runsRunning: 20, runsTotal: 10_000 };
    expect(await count(rows, signal)).toEqual({
      jobs: [{ jobId: 'a', status: 'Executing', ...counts }],
      areHeld: nowMs !== at,
    });
  }
  expect(seen.listed).toBe(3);
});

it('counts a small job at every look', async () => {
  const { platform, seen } = platformOf(500, () => 30);
  const count = createRunCounter(platform, () => 0);
  for (let look = 0; look < 3; look += 1) {
    expect(await count(rows, signal)).toMatchObject({
      ...{ jobs: [{ runsDone: 30, runsRunning: 20 }], areHeld: false },
    });
  }
  expect(seen.listed).toBe(3);
});

it('holds the counts of one job while another is counted, and says that it counted', async () => {
  const sizes: Record<string, number> = { large: 4_000, small: 10 };
  const asked: string[] = [];
  const runs = (jobId: string) => {
    asked.push(jobId);
    return platformOf(sizes[jobId] ?? 0, () => 0).platform.jobs.runs('');
  };
  const platform = { jobs: { runs } } as unknown as PlatformClient;
  const count = createRunCounter(platform, () => 0);
  const both = ['large', 'small'].map((id) => ({ ...rows[0], id })) as JobListItem[];
  await count(both, signal);
  expect(await count(both, signal)).toMatchObject({ areHeld: false });
  expect(asked).toEqual(['large', 'small', 'small']);
  expect(await count(both.slice(0, 1), signal)).toMatchObject({ areHeld: true });
  expect(await count([], signal)).toEqual({ jobs: [], areHeld: false });
});

const rowsOf = (...statuses: readonly (string | undefined)[]): JobListItem[] =>
  statuses.map((content, index) => ({
    id: String(index + 1),
    ...(content === undefined ? {} : { jobStatus: { content } }),
  })) as JobListItem[];

it('counts the first four that execute, shows the others by their status, and none that is over or not begun', async () => {
  const { platform, seen } = platformOf(3, () => 1);
  const counts = { runsDone: 1, runsRunning: 2, runsTotal: 3 };
  const executing = Array<string>(6).fill('Executing');
  const rows = rowsOf('Queued', 'Completed', '', undefined, ...executing);
  expect((await createRunCounter(platform)(rows, signal)).jobs).toEqual([
    { jobId: '1', status: 'Queued' },
    ...['5', '6', '7', '8'].map((jobId) => ({ jobId, status: 'Executing', ...counts })),
    ...['9', '10'].map((jobId) => ({ jobId, status: 'Executing' })),
  ]);
  expect(seen.listed).toBe(4);
});

it('reads runs by the largest pages, for as long as the watch goes on', async () => {
  const asked: unknown[] = [];
  const runs = (...given: unknown[]): Promise<undefined> => {
    asked.push(given);
    return Promise.resolve(undefined);
  };
  const count = createRunCounter({ jobs: { runs } } as unknown as PlatformClient);
  // A platform that serves no runs tells no counts.
  expect((await count(rows, signal)).jobs).toEqual([{ jobId: 'a', status: 'Executing' }]);
  expect((await count(rows, signal)).jobs).toEqual([{ jobId: 'a', status: 'Executing' }]);
  expect(asked).toEqual(Array(2).fill(['a', { signal, pageSize: 1_000 }]));
});

it('goes on without the counts of a job that the platform can’t list, and hides no fault of the program', async () => {
  const failing = (error: Error): PlatformClient =>
    ({ jobs: { runs: () => Promise.reject(error) } }) as unknown as PlatformClient;
  const broken = new ServerError('Oops.', { method: 'GET', path: '/x/' });
  expect((await createRunCounter(failing(broken))(rows, signal)).jobs).toEqual([
    { jobId: 'a', status: 'Executing' },
  ]);
  await expect(createRunCounter(failing(new TypeError('x')))(rows, signal)).rejects.toThrow('x');
});

it('doesn’t count a job of 200 000 runs, and asks for it seldom', async () => {
  const { platform, seen } = platformOf(200_000, () => 30);
  const count = createRunCounter(platform, () => 99_999);
  for (let look = 0; look < 100; look += 1) {
    expect((await count(rows, signal)).jobs).toEqual([{ jobId: 'a', status: 'Executing' }]);
  }
  expect(seen.listed).toBe(1);
  const smaller = platformOf(199_999, () => 30);
  expect((await createRunCounter(smaller.platform)(rows, signal)).jobs).toMatchObject([
    { runsTotal: 199_999 },
  ]);
});
