import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createStream } from '../../src/distributions/index.ts';
import { waitFor } from '../kit/processes.ts';
import { RunningPlatform } from './running/running-platform.ts';

const kills = 8;
const numbers = Array.from({ length: 24 }, (_, i) => i + 1);
const stream = createStream(20261121, 'runner-kills');

it('tells every execution apart in the ledger however often the runner is killed', async () => {
  const platform = await new RunningPlatform().start();
  const executed = join(platform.dataFolder, '..', 'executed');
  const jobId = await platform.submitSweep(
    `echo "$RESCALE_RUN_NUMBER" >> '${executed}'; read x < x.txt; sleep 0.3; echo $((x * 3)) > y.txt`,
    numbers,
  );
  await platform.untilStatus(jobId, 'Executing');
  for (let kill = 0; kill < kills; kill += 1) {
    await waitFor('a runner', () => platform.hasRunnerAfter(0));
    const before = platform.runnerPid();
    // Every other kill comes early, while the new runner still looks at what the last one left.
    await delay((kill % 2 === 0 ? 700 : 150) * stream.uniform(kill) + 100);
    process.kill(before, 'SIGKILL');
    await waitFor('another runner', () => platform.hasRunnerAfter(before));
  }
  await platform.untilStatus(jobId, 'Completed');
  const ledger = (await platform.ledger()).filter(({ subject }) => subject === jobId);
  const executions = readFileSync(executed, 'utf8').trim().split('\n').map(Number);
  for (const number of numbers) {
    const attempts = (kind: string): readonly number[] =>
      ledger
        .filter((entry) => entry.kind === kind && Number(entry.run) === number)
        .map(({ detail }) => (detail as { attempt: number }).attempt);
    const lost = attempts('run lost');
    const ended = attempts('run ended');
    expect(attempts('run started')).toEqual([1]);
    expect(ended).toEqual([lost.length + 1]);
    expect(lost).toEqual(lost.map((_, i) => i + 1));
    expect(attempts('run restarted')).toEqual(lost.map((_, i) => i + 2));
    // One that was killed before its first line leaves none.
    expect(executions.filter((run) => run === number).length).toBeLessThanOrEqual(lost.length + 1);
  }
  expect(ledger.filter(({ kind }) => kind === 'run lost').length).toBeGreaterThan(0);
  const outputs = await platform.outputs(jobId);
  expect(numbers.map((n) => outputs.get(`${n}/y.txt`))).toEqual(numbers.map((n) => `${n * 3}\n`));
  await platform.end();
}, 300_000);
