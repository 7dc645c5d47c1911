/** What runs leave in the background, however far from their session and their environment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSubreaper } from '../../src/local-platform/runner/subreaper.ts';
import { processesNaming } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { isProcess, RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

const canInherit = asSubreaper('/bin/sh').length > 1;

describe.skipIf(!canInherit)(
  'a daemon without a session or environment of its run (needs perl or python3)',
  () => {
    let platform: RunningPlatform;
    beforeAll(async () => {
      platform = await new RunningPlatform().start();
    }, 60_000);
    afterAll(() => platform.end(), 60_000);

    const ways = [
      ['drops its environment once', 'env -i setsid sleep 3341.1 >/dev/null 2>&1 &', '3341.1'],
      [
        'drops its environment twice and ignores signals',
        `(env -i setsid sh -c '(trap "" TERM HUP; env -i setsid sleep 3341.2 & ); exit' >/dev/null 2>&1 &)`,
        '3341.2',
      ],
      [
        'leaves its folder as well, and forks three times',
        `(cd /; env -i setsid sh -c '(setsid sh -c "(setsid sleep 3341.3 &)" &)' >/dev/null 2>&1 &)`,
        '3341.3',
      ],
    ] as const;

    it.each(ways)('that %s ends with its job', async (_, daemon, name) => {
      const jobId = await platform.createJob({ command: `${daemon}\nsleep 1` });
      await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
      await waitFor('the daemon', () => processesNaming(`sleep ${name}`).length > 0);
      await platform.untilStatus(jobId, 'Completed (Completed successfully)');
      expect(processesNaming(`sleep ${name}`)).toEqual([]);
    });

    it('ends when its job is stopped', async () => {
      const daemon = `(env -i setsid sh -c '(trap "" TERM; setsid sleep 3341.4 &)' >/dev/null 2>&1 &)`;
      const jobId = await platform.createJob({ command: `${daemon}\nsleep 60` });
      await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
      await waitFor('the daemon', () => processesNaming('sleep 3341.4').length > 0);
      await platform.call('POST', `/api/v2/jobs/${jobId}/stop/`);
      await platform.untilStatus(jobId, 'Completed');
      expect(processesNaming('sleep 3341.4')).toEqual([]);
    });

    it('ends when its runner is killed, also one of an earlier run', async () => {
      const pids = join(platform.dataFolder, '..', 'daemons');
      const daemon = `(env -i PIDS='${pids}' setsid sh -c 'echo $$ >> "$PIDS"; exec sleep 3341.5' >/dev/null 2>&1 &)`;
      const jobId = await platform.submitSweep(
        `read x < x.txt; [ "$x" = 2 ] || { ${daemon}; sleep 0.5; }; [ "$x" = 1 ] || sleep 3`,
        [1, 2],
      );
      await waitFor(
        'the daemon',
        () => existsSync(pids) && processesNaming('sleep 3341.5').length > 0,
      );
      const runner = platform.runnerPid();
      const before = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
      process.kill(runner, 'SIGKILL');
      await waitFor('its end', () => !before.some((pid) => isProcess(pid)));
      await platform.untilStatus(jobId, 'Completed');
      expect(processesNaming('sleep 3341.5')).toEqual([]);
    });
  },
);

it.each([['perl'], ['python3']])('%s makes a shell that inherits orphans', (name) => {
  const line = asSubreaper('/bin/sh', (path) => path.endsWith(name));
  expect(line[0]).toContain(name);
  expect(line.at(-1)).toBe('/bin/sh');
});

it('without either, a shell is started as it is', () => {
  expect(asSubreaper('/bin/sh', () => false)).toEqual(['/bin/sh']);
});
