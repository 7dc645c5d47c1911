import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeEach(async () => {
  platform = await new RunningPlatform().start();
}, 60_000);
afterEach(async () => {
  await platform.end();
}, 60_000);

const pathOf = (name: string): string => join(platform.dataFolder, name);
const loseDatabase = (): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(pathOf(`platform.db${end}`), { force: true });
};

/** What a client sees of a job, without the times of its states. */
async function seen(jobId: string): Promise<unknown> {
  const read = async (path: string): Promise<unknown> =>
    (await platform.call('GET', `/api/v2/jobs/${jobId}/${path}`)).json;
  return {
    job: await read(''),
    runs: await read('runs/'),
    files: await read('files/?page_size=100'),
  };
}

it('makes a job anew from its folder when the database is lost', async () => {
  const command = 'read x < x.txt; echo $x > y.txt; [ $x != 2 ]';
  const jobId = await platform.submitSweep(command, [1, 2, 3]);
  await platform.untilStatus(jobId, 'Completed (A run failed)');
  const before = await seen(jobId);
  const outputs = await platform.outputs(jobId);
  await platform.killServer();
  loseDatabase();
  await platform.start();
  await platform.untilStatus(jobId, 'Completed (A run failed)');
  expect(await seen(jobId)).toEqual(before);
  expect(await platform.outputs(jobId)).toEqual(outputs);
  for (const kind of ['run started', 'run ended'] as const) {
    expect([...(await platform.runsInLedger(jobId, kind)).values()]).toEqual([1, 1, 1]);
  }
  await platform.killServer();
  await platform.start();
  const rebuilt = (await platform.ledger()).filter(({ kind }) => kind === 'job rebuilt');
  expect(rebuilt.map(({ subject }) => subject)).toEqual([jobId]);
  await waitFor(
    'the delete to be taken',
    async () => (await platform.call('DELETE', `/api/v2/jobs/${jobId}/`)).status === 204,
  );
  expect(existsSync(pathOf(`jobs/${jobId}`))).toBe(false);
});

it('goes on with a job that was executing, without executing a run again', async () => {
  const gate = pathOf('../gate');
  const jobId = await platform.submitSweep(
    `while [ ! -e '${gate}' ]; do sleep 0.02; done; cat x.txt > y.txt`,
    [1, 2, 3, 4],
  );
  await waitFor('two runs to execute', async () => {
    return (await platform.runsInLedger(jobId, 'run started')).size === 2;
  });
  await platform.killServer();
  loseDatabase();
  await platform.start();
  writeFileSync(gate, '');
  await platform.untilStatus(jobId, 'Completed (Completed successfully)');
  const outputs = await platform.outputs(jobId);
  expect([1, 2, 3, 4].map((run) => outputs.get(`${run}/y.txt`))).toEqual([
    ...['1\n', '2\n', '3\n', '4\n'],
  ]);
  expect((await platform.runsInLedger(jobId, 'run restarted')).size).toBe(0);
});

it('says what to do when the database can’t be read', async () => {
  await waitFor('the runner to have started', () => platform.hasRunnerAfter(0));
  await platform.killServer();
  loseDatabase();
  writeFileSync(pathOf('platform.db'), 'no database at all'.repeat(100));
  await expect(platform.start()).rejects.toThrow('ended with code 2');
});
