/** Two workers and two studies under one limit of requests: what reaches the platform is counted on its way there. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countRequests } from '../../bench/count-requests.ts';
import type { ProgramSpec } from '../../src/host/supervisor/program-spec.ts';
import { distFolder } from '../kit/dist-folder.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { createStackProgram } from '../kit/stack-program.ts';
import { startStack } from '../kit/start-stack.ts';
import { runStudy, temporaryFolder } from './run-study.ts';
import { uniform, writeAwkStudy } from './write-study.ts';

const root = temporaryFolder(afterAll);
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Requests an hour: two a second, of which the local platform gives 120 at once. */
const perHour = 7_200;
/** Of them doeflow uses so much. */
const pace = (0.85 * perHour) / 3_600;
const burst = perHour / 80;

it('keeps two workers with two studies within one limit, and uses it', async () => {
  const stack = await startStack({
    speed: 1000,
    without: ['worker'],
    platformOptions: ['--budget', `file-access=${perHour}`],
  });
  ends.push(() => stack.stop());
  const counted = await countRequests(stack.platformUrl);
  ends.push(() => counted.close());
  const env = {
    ...stack.env,
    DOEFLOW_PLATFORM_URL: counted.baseUrl,
    DOEFLOW_SMALL_OUTPUTS: 'downloads',
    DOEFLOW_PLATFORM_REQUESTS: `file-access=${perHour}`,
  };
  for (const name of ['one', 'two']) {
    const worker = createStackProgram({
      ...{ name: 'worker', title: name, command: process.execPath, cwd: stack.home },
      args: [join(distFolder(), 'worker', 'main.js')],
      env: { ...process.env, ...env, DOEFLOW_LEASE: 'stdin', DOEFLOW_POLL_MAX_MS: '1000' },
      ...{ secret: stack.platformToken, stopGraceMs: 900, ready: /^doeflow worker ready/ },
    } satisfies ProgramSpec);
    ends.push(() => worker.stop());
    await worker.start();
  }
  const ended = await Promise.all(
    ['left', 'right'].map((name, index) => {
      const study = writeAwkStudy(root, {
        ...{ name, inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
        design: `{ method: monte-carlo, runs: 24, seed: ${index + 1} }`,
        further: 'execution: { runsPerJob: 8 }',
      });
      return runStudy(study, join(root, `${name}-results`), env, doeflowInProcess);
    }),
  );
  for (const { printed } of ended) {
    expect(printed).toMatchObject({ status: 'Finished', runs: { total: 24, done: 24 } });
  }
  const seen = counted.seen.filter(({ path }) => /^\/api\/v\d+\/files\//u.test(path));
  expect(seen.filter(({ status }) => status === 429)).toEqual([]);
  const times = seen.map(({ atMs }) => atMs).sort((a, b) => a - b);

  // More than goes at once, or nothing was limited.
  expect(times.length).toBeGreaterThan(burst / 2 + 5);
  for (const [from, fromMs] of times.entries()) {
    for (const [to, toMs] of times.entries()) {
      if (to < from) continue;
      const most = burst + 1 + (pace * (toMs - fromMs + 1_000)) / 1_000;
      expect(to - from + 1).toBeLessThanOrEqual(most);
    }
  }
}, 600_000);
