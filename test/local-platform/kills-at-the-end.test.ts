import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlatformDatabase } from '../../src/local-platform/database/connection.ts';
import { findJob } from '../../src/local-platform/database/job-store.ts';
import { jobFolder } from '../../src/local-platform/job-folder.ts';
import type { RunnerJob } from '../../src/local-platform/protocol.ts';
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

function withDatabase<T>(work: (database: PlatformDatabase) => T): T {
  const database = new PlatformDatabase(join(platform.dataFolder, 'platform.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** From here on no job's end can be written: a server is held at the instant between a journal's last line and that. */
const refuseEnds = (): void => {
  withDatabase((database) =>
    database.run(`CREATE TRIGGER no_end BEFORE INSERT ON statuses WHEN NEW.status = 'Completed'
      BEGIN SELECT RAISE(ABORT, 'the test refuses this'); END`),
  );
};
const allowEnds = (): void => {
  withDatabase((database) => database.run('DROP TRIGGER no_end'));
};

/** Waits until the line that closes a job's journal counts as read. */
async function untilEndIsRead(jobId: string): Promise<void> {
  const { journal } = jobFolder(platform.dataFolder, jobId);
  await waitFor('the end in the journal to be read', () => {
    const text = existsSync(journal) ? readFileSync(journal, 'utf8') : '';
    const position = withDatabase((database) => findJob(database, jobId)?.journalOffset);
    return text.includes('"kind":"closed"') && position === Buffer.byteLength(text);
  });
}

const endsInLedger = async (jobId: string): Promise<number> =>
  (await platform.ledger()).filter(({ kind, subject }) => kind === 'job ended' && subject === jobId)
    .length;

it.each([
  { action: 'none', runnerToo: false, last: ['Completed (Completed successfully)'] },
  { action: 'none', runnerToo: true, last: ['Completed (Completed successfully)'] },
  {
    action: 'stop',
    runnerToo: false,
    last: ['Completed (User Terminated)', 'Stopping (User Terminated)'],
  },
  {
    action: 'shutdown',
    runnerToo: true,
    last: ['Completed (User Terminated)', 'Stopping (User Terminated)'],
  },
])(
  'ends a job whose end was read and not yet written when the server was killed (asked for: $action, runner killed too: $runnerToo)',
  async ({ action, runnerToo, last }) => {
    refuseEnds();
    const jobId = await platform.submitSweep(
      action === 'none' ? 'cat x.txt > y.txt' : 'sleep 1000',
      [1, 2],
    );
    await waitFor(
      'both runs to start',
      async () => (await platform.runsInLedger(jobId, 'run started')).size === 2,
    );
    if (action !== 'none') await platform.call('POST', `/api/v2/jobs/${jobId}/${action}/`);
    await untilEndIsRead(jobId);
    expect((await platform.statuses(jobId)).filter((text) => text.startsWith('Compl'))).toEqual([]);
    await platform.killServer();
    const runner = platform.runnerPid();
    if (runnerToo) process.kill(runner, 'SIGKILL');
    allowEnds();
    await platform.start();
    if (runnerToo) await waitFor('another runner', () => platform.hasRunnerAfter(runner));
    await platform.untilStatus(jobId, 'Completed');
    expect((await platform.statuses(jobId)).slice(0, last.length + 1)).toEqual([
      ...last,
      'Executing',
    ]);
    expect(await endsInLedger(jobId)).toBe(1);
    expect([...(await platform.runsInLedger(jobId, 'run started')).values()]).toEqual([1, 1]);
    expect([...(await platform.runsInLedger(jobId, 'run ended')).values()]).toEqual([1, 1]);
    const outputs = await platform.outputs(jobId);
    if (action === 'shutdown') expect(outputs.size).toBe(0);
    if (action === 'none') expect(outputs.get('2/y.txt')).toBe('2\n');
  },
);

it('ends a job that has stood still since such a kill and was asked to stop meanwhile', async () => {
  refuseEnds();
  const jobId = await platform.submitSweep('cat x.txt > y.txt', [1]);
  await untilEndIsRead(jobId);
  await platform.killServer();
  withDatabase((database) =>
    database.run(`UPDATE jobs SET status = 'Stopping', stop_asked = 'stop' WHERE id = ?`, jobId),
  );
  allowEnds();
  await platform.start();
  await platform.untilStatus(jobId, 'Completed (Completed successfully)');
  expect(await endsInLedger(jobId)).toBe(1);
});

it('ends a job at a start whose walltime went by while neither server nor runner was there', async () => {
  const jobId = await platform.submitSweep('sleep 1000', [1, 2]);
  await waitFor(
    'both runs to start',
    async () => (await platform.runsInLedger(jobId, 'run started')).size === 2,
  );
  const runner = platform.runnerPid();
  await platform.killServer();
  process.kill(runner, 'SIGKILL');
  // Hours are the least that can be asked for.
  const { spec } = jobFolder(platform.dataFolder, jobId);
  const described = JSON.parse(readFileSync(spec, 'utf8')) as RunnerJob;
  writeFileSync(spec, JSON.stringify({ ...described, walltimeMs: 1 }));
  await platform.start();
  await waitFor('another runner', () => platform.hasRunnerAfter(runner));
  await platform.untilStatus(jobId, 'Completed (Maximum walltime exceeded)');
  expect(await endsInLedger(jobId)).toBe(1);
});
