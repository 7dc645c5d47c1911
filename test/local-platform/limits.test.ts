import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunnerJob } from '../../src/local-platform/protocol.ts';
import { waitFor } from '../kit/processes.ts';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeAll(async () => {
  const limits = ['--log-limit', '8192', '--file-limit', '20480', '--run-limit', '65536'];
  platform = await new RunningPlatform([...limits, '--grace', '0.2']).start();
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

/** Executes one run, and gives back how it ended and what it left. */
async function execute(
  command: string,
): Promise<{ readonly reason: string; readonly files: ReadonlyMap<string, string> }> {
  const id = await platform.createJob({ command, hardware: { slots: 1 } });
  await platform.call('POST', `/api/v2/jobs/${id}/submit/`);
  await platform.untilStatus(id, 'Completed');
  const { text } = await platform.call('GET', `/api/v2/jobs/${id}/extendedlogs/`);
  return { reason: /Run 1 ([^"]+)/.exec(text)?.[1] ?? 'good', files: await platform.outputs(id) };
}

describe('what a run writes', () => {
  it.each([
    ['at once', ''],
    ['while it goes on', 'sleep 1.2; '],
  ])('keeps head and tail of a log that grows too long %s', async (_, pause) => {
    const count = 'i=0; while [ $i -lt 1500 ]; do i=$((i+1)); echo "line $i"; done; ';
    const { reason, files } = await execute(`${count}${pause}echo last line`);
    const log = files.get('1/process_output.log') ?? '';
    expect(reason).toBe('good');
    expect(log.length).toBeLessThan(8192);
    expect(log).toMatch(/^line 1\n/);
    expect(log).toMatch(/\[\.\.\. \d+ bytes left out: the log passed 8192 bytes \.\.\.\]/);
    expect(log).toMatch(/last line\n$/);
  });

  it('ends a command whose file grows too large', async () => {
    const { reason, files } = await execute('head -c 100000 /dev/zero > big; [ $? = 0 ]');
    expect(reason).toMatch(/exited with exit code 1/);
    expect(files.get('1/big')).toHaveLength(20_480);
  });

  it('fails a run that leaves more than it may', async () => {
    const { reason } = await execute(
      'for i in 1 2 3 4 5; do head -c 20000 /dev/zero > part$i; done',
    );
    expect(reason).toMatch(/^disk/);
  });

  it('ends a run that has written more than it may', async () => {
    const { reason, files } = await execute(
      'for i in 1 2 3 4 5; do head -c 20000 /dev/zero > part$i; done; sleep 600',
    );
    expect(reason).toMatch(/^disk/);
    expect(files.get('1/part1')).toHaveLength(20_000);
  });
});

describe('walltime', () => {
  it('ends a job at its walltime, counted from its first start, whoever was killed since', async () => {
    const id = await platform.submitSweep('cat x.txt > y.txt; [ $(cat x.txt) = 1 ] || sleep 600', [
      ...[1, 2, 3, 4, 5],
    ]);
    await waitFor('outputs of the first run', async () => (await platform.outputs(id)).size > 0);
    // Hours are the least that can be asked for, so the runner finds another walltime when it comes back.
    const file = join(platform.dataFolder, 'jobs', id, 'job.json');
    const spec = JSON.parse(readFileSync(file, 'utf8')) as RunnerJob;
    expect(spec.walltimeMs).toBeNull();
    writeFileSync(file, JSON.stringify({ ...spec, walltimeMs: 1 }));
    process.kill(platform.runnerPid(), 'SIGKILL');
    await platform.untilStatus(id, 'Completed (Maximum walltime exceeded)');
    expect((await platform.statuses(id))[1]).toBe('Stopping (Maximum walltime exceeded)');
    expect((await platform.outputs(id)).get('1/y.txt')).toBe('1\n');
    expect((await platform.runsInLedger(id, 'run started')).size).toBeLessThanOrEqual(3);
  });

  it('is hours in what the runner is told', async () => {
    const id = await platform.createJob({ command: 'true', hardware: { walltime: 3 } });
    await platform.call('POST', `/api/v2/jobs/${id}/submit/`);
    await platform.untilStatus(id, 'Completed');
    const text = readFileSync(join(platform.dataFolder, 'jobs', id, 'job.json'), 'utf8');
    expect((JSON.parse(text) as RunnerJob).walltimeMs).toBe(3 * 3_600_000);
  });

  it('ends a cluster at its walltime with the jobs on it, after a restart too', async () => {
    const { json } = await platform.call('POST', '/api/v3/clusters/', {
      name: 'short-lived',
      hardware: { coresPerSlot: 1, slots: 1, coreType: { code: 'emerald' }, walltime: 1 },
    });
    const cluster = String(json['id']);
    await platform.call('POST', `/api/v3/clusters/${cluster}/start/`);
    const id = await platform.createJob({ command: 'sleep 600' });
    await platform.call('POST', `/api/clusters/${cluster}/jobs/`, { id, submit: true });
    await platform.untilStatus(id, 'Executing');
    const newest = async (): Promise<unknown> => {
      const answer = await platform.call('GET', `/api/v3/clusters/${cluster}/statuses/`);
      return (answer.json['results'] as unknown[]).slice(0, 3);
    };
    expect(await newest()).toMatchObject([{ status: 'Started' }, {}, {}]);
    await platform.killServer();
    const database = new Database(join(platform.dataFolder, 'platform.db'));
    const row = database.prepare('SELECT ends_at, created_at FROM clusters').get() as {
      readonly ends_at: number;
      readonly created_at: number;
    };
    expect(row.ends_at - row.created_at).toBeGreaterThanOrEqual(3_600_000);
    database.prepare('UPDATE clusters SET ends_at = ?').run(row.created_at);
    database.close();
    await platform.start();
    await platform.untilStatus(id, 'Completed (User Terminated)');
    await waitFor('the cluster to end', async () =>
      JSON.stringify(await newest()).includes('"Stopped"'),
    );
    expect(await newest()).toMatchObject([
      { status: 'Stopped' },
      { status: 'Stopping' },
      { status: 'Stop Requested', statusReason: 'Maximum walltime exceeded' },
    ]);
    const late = await platform.createJob({ command: 'true' });
    const refused = await platform.call('POST', `/api/clusters/${cluster}/jobs/`, { id: late });
    expect(refused.status).toBe(400);
  });
});
