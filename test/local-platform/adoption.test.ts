import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import { RunningPlatform, isProcess } from './running/running-platform.ts';

let platform: RunningPlatform;
beforeEach(async () => {
  platform = await new RunningPlatform().start();
}, 60_000);
afterEach(async () => {
  await platform.end();
}, 60_000);

/** Each run notes that it executed, then waits for the test's word, then squares its value. */
function gatedCommand(): string {
  const folder = join(platform.dataFolder, '..');
  return [
    `echo "$RESCALE_RUN_NUMBER" >> '${folder}/executed'`,
    `while [ ! -e '${folder}/go' ]; do sleep 0.02; done`,
    'read x < x.txt; echo $((x * x)) > y.txt',
  ].join('\n');
}

const executions = (): readonly string[] => {
  const path = join(platform.dataFolder, '..', 'executed');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
};
const letGo = (): void => writeFileSync(join(platform.dataFolder, '..', 'go'), '');

vi.setConfig({ testTimeout: 60_000 });

describe('when the server is killed', () => {
  it('adopts the runs that went on and executes none of them again', async () => {
    const jobId = await platform.submitSweep(gatedCommand(), [1, 2, 3, 4, 5, 6]);
    await waitFor('two runs to execute', () => executions().length === 2);
    await platform.killServer();
    letGo();
    await waitFor('all runs to execute without a server', () => executions().length === 6);
    await platform.start();
    await platform.untilStatus(jobId, 'Completed');
    expect([...executions()].sort()).toEqual(['1', '2', '3', '4', '5', '6']);
    const outputs = await platform.outputs(jobId);
    expect([1, 2, 3, 4, 5, 6].map((run) => outputs.get(`${run}/y.txt`))).toEqual(
      [1, 4, 9, 16, 25, 36].map((y) => `${y}\n`),
    );
    expect([...(await platform.runsInLedger(jobId, 'run started')).values()]).toEqual(
      Array.from({ length: 6 }, () => 1),
    );
    expect((await platform.runsInLedger(jobId, 'run restarted')).size).toBe(0);
  });

  it('goes on with a job that was still in the queue', async () => {
    const jobId = await platform.submitSweep('cat x.txt > y.txt', [7]);
    await platform.killServer();
    await platform.start();
    await platform.untilStatus(jobId, 'Completed');
    expect(await platform.statuses(jobId)).toEqual([
      'Completed (Completed successfully)',
      'Executing',
      'Validated',
      'Started',
      'Queued',
      'Waiting for Queue',
      'Pending',
    ]);
  });
});

describe('when the runner is killed', () => {
  it('repeats only the runs that were executing and tells them apart in the ledger', async () => {
    const folder = join(platform.dataFolder, '..');
    const command = `if [ "$RESCALE_RUN_NUMBER" -le 2 ]; then
      echo "$RESCALE_RUN_NUMBER" >> '${folder}/executed'; else ${gatedCommand()}
      fi`;
    const jobId = await platform.submitSweep(command, [1, 2, 3, 4, 5, 6]);
    await waitFor('runs 3 and 4 to execute', () => executions().length === 4);
    await waitFor('a runner', () => platform.hasRunnerAfter(0));
    const before = platform.runnerPid();
    process.kill(before, 'SIGKILL');
    await waitFor('another runner', () => platform.hasRunnerAfter(before));
    await waitFor('runs 3 and 4 to execute again', () => executions().length === 6);
    letGo();
    await platform.untilStatus(jobId, 'Completed');
    expect([...executions()].sort()).toEqual(['1', '2', '3', '3', '4', '4', '5', '6']);
    expect([...(await platform.runsInLedger(jobId, 'run lost')).keys()].sort()).toEqual([3, 4]);
    expect([...(await platform.runsInLedger(jobId, 'run restarted')).keys()].sort()).toEqual([
      3, 4,
    ]);
    expect((await platform.runsInLedger(jobId, 'run started')).size).toBe(6);
    expect([...(await platform.runsInLedger(jobId, 'run ended')).values()]).toEqual(
      Array.from({ length: 6 }, () => 1),
    );
  });

  it('leaves no process of a lost run behind', async () => {
    const folder = join(platform.dataFolder, '..');
    const jobId = await platform.submitSweep(
      `if [ ! -e '${folder}/pid' ]; then setsid sleep 600 & echo $! > '${folder}/pid.part'; mv '${folder}/pid.part' '${folder}/pid'; sleep 600; fi`,
      [1],
    );
    await waitFor('the run to fork', () => existsSync(join(folder, 'pid')));
    const fork = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    process.kill(platform.runnerPid(), 'SIGKILL');
    await platform.untilStatus(jobId, 'Completed');
    expect(isProcess(fork)).toBe(false);
  });
});

describe('when server and runner are killed together', () => {
  it('leaves no process of a run behind', async () => {
    const folder = join(platform.dataFolder, '..');
    await platform.submitSweep(
      `setsid sleep 600 & echo $! > '${folder}/pid.part'; mv '${folder}/pid.part' '${folder}/pid'; sleep 600`,
      [1],
    );
    await waitFor('the run to fork', () => existsSync(join(folder, 'pid')));
    const fork = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    const runner = platform.runnerPid();
    await platform.killServer();
    process.kill(runner, 'SIGKILL');
    await waitFor('the fork to end', () => !isProcess(fork));
    expect(isProcess(runner)).toBe(false);
  });
});
