import { expect, it } from 'vitest';
import { createRunCounter } from '../../../activities/jobs/count-runs.ts';
import type { JobListItem, PlatformClient } from '../../../src/platform-api/index.ts';

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

it('tells what runs in a job of ten thousand runs, at every fifth look', async () => {
  let ended = 0;
  const { platform, seen } = platformOf(10_000, () => ended);
  const count = createRunCounter(platform);
  for (let look = 0; look < 11; look += 1) {
    ended = look * 100;
    const [told] = await count(rows, signal);
    const at = Math.floor(look / 5) * 5;
    expect(told).toEqual({
      ...{ jobId: 'a', status: 'Executing' },
      ...{ runsDone: at * 100, runsRunning: 20, runsTotal: 10_000 },
    });
  }
  expect(seen.listed).toBe(3);
});

it('counts a small job at every look', async () => {
  const { platform, seen } = platformOf(300, () => 30);
  const count = createRunCounter(platform);
  for (let look = 0; look < 3; look += 1) {
    expect(await count(rows, signal)).toMatchObject([{ runsDone: 30, runsRunning: 20 }]);
  }
  expect(seen.listed).toBe(3);
});
