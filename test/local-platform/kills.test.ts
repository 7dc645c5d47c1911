import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createStream } from '../../src/distributions/index.ts';
import { waitFor } from '../kit/processes.ts';
import { longForm } from '../kit/test-form.ts';
import { RunningPlatform } from './running/running-platform.ts';

/** So many kills during a job of 25 runs each. */
const kills = longForm ? 20 : 4;
const runs = kills * 25;
const stream = createStream(20261121, 'kills');
const numbers = Array.from({ length: runs }, (_, i) => i + 1);

it('executes every run once however often the server is killed', async () => {
  const platform = await new RunningPlatform().start();
  const jobId = await platform.submitSweep(
    'read x < x.txt; sleep 0.02; echo $((x * 3)) > y.txt',
    numbers,
  );
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(100 + 300 * stream.uniform(kill));
    await platform.killServer();
    await delay(100 * stream.uniform(1000 + kill));
    await platform.start();
  }
  await platform.untilStatus(jobId, 'Completed (Completed successfully)');
  const outputs = await platform.outputs(jobId);
  expect(numbers.map((n) => outputs.get(`${n}/y.txt`))).toEqual(numbers.map((n) => `${n * 3}\n`));
  expect([...(await platform.runsInLedger(jobId, 'run started')).values()]).toEqual(
    numbers.map(() => 1),
  );
  expect([...(await platform.runsInLedger(jobId, 'run ended')).values()]).toEqual(
    numbers.map(() => 1),
  );
  expect((await platform.runsInLedger(jobId, 'run restarted')).size).toBe(0);
  await platform.end();
}, 600_000);

it('repeats only what was executing when the runner is killed', async () => {
  const platform = await new RunningPlatform().start();
  const jobId = await platform.submitSweep(
    'read x < x.txt; sleep 0.05; echo $((x * 3)) > y.txt',
    numbers,
  );
  await platform.untilStatus(jobId, 'Executing');
  for (let kill = 0; kill < kills / 2; kill += 1) {
    await waitFor('a runner', () => platform.hasRunnerAfter(0));
    const before = platform.runnerPid();
    await delay(100 + 300 * stream.uniform(2000 + kill));
    process.kill(before, 'SIGKILL');
    await waitFor('another runner', () => platform.hasRunnerAfter(before));
  }
  await platform.untilStatus(jobId, 'Completed (Completed successfully)');
  const outputs = await platform.outputs(jobId);
  expect(numbers.map((n) => outputs.get(`${n}/y.txt`))).toEqual(numbers.map((n) => `${n * 3}\n`));
  const total = (counts: ReadonlyMap<number, number>): number =>
    [...counts.values()].reduce((sum, n) => sum + n, 0);
  const lost = await platform.runsInLedger(jobId, 'run lost');
  const restarted = await platform.runsInLedger(jobId, 'run restarted');
  expect(total(restarted)).toBe(total(lost));
  // Two slots: no kill can cost more than two runs.
  expect(total(lost)).toBeLessThanOrEqual(kills);
  expect([...(await platform.runsInLedger(jobId, 'run ended')).values()]).toEqual(
    numbers.map(() => 1),
  );
  await platform.end();
}, 600_000);
