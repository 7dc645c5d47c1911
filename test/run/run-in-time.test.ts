/** Whatever a run does to its processes, its limit is kept from outside of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parseRunMarker, processesOf, runMarkerName, wrapCommand } from '../../src/run/index.ts';
import { readProcess } from '../../src/local-platform/runner/process-table.ts';

const shells = ['/bin/dash', '/bin/bash'].filter((path) => existsSync(path));
const processes = processesOf([{}]);

/** How a wrapped command ends by its marker, and which of the processes whose pids it wrote to `pids` live on. */
async function endOf(shell: string, command: string, runWalltimeSeconds: number, told = false) {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-in-time-'));
  try {
    const script = wrapCommand({
      ...{ attemptKey: 'key-1', kind: 'command', analysis: 0, processes },
      ...{ command, runWalltimeSeconds },
    });
    const child = spawn(shell, ['-c', script], { cwd: folder, detached: true, stdio: 'ignore' });
    const ended = once(child, 'exit');
    if (told) {
      await expect.poll(() => existsSync(join(folder, 'ready')), { timeout: 10_000 }).toBe(true);
      await delay(100);
      process.kill(-(child.pid ?? NaN), 'SIGTERM');
    }
    const [code] = (await ended) as [number];
    const marker = parseRunMarker(
      readFileSync(join(folder, runMarkerName), 'utf8'),
      'key-1',
      processes,
    );
    const pids = existsSync(join(folder, 'pids'))
      ? readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
      : [];
    const countAlive = () => pids.filter((pid) => (readProcess(pid)?.state ?? 'Z') !== 'Z').length;
    // On a busy machine one that is killed may go a moment later.
    for (let look = 0; look < 30 && countAlive() > 0; look += 1) await delay(100);
    return {
      code,
      exitCode: marker?.processes[0]?.exitCode,
      timedOut: marker?.processes[0]?.timedOut,
      toldToEnd: marker?.toldToEnd,
      alive: countAlive(),
      saved: existsSync(join(folder, 'o.txt')),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const start = (how: string) => `${how} & echo $! >> pids`;

describe.concurrent.each(shells)('a limit under %s', (shell) => {
  const overdue = { code: 124, exitCode: 124, timedOut: true, alive: 0 };
  const killed = { code: 137, exitCode: 137, timedOut: false, alive: 0 };

  it.each([
    ['stops its group', `${start('sleep 60')}; kill -STOP 0; true`, overdue],
    ['asks its group to stop', `${start('sleep 60')}; kill -TSTP 0; sleep 60`, overdue],
    ['stops itself', 'echo $$ > pids; kill -STOP $$; true', overdue],
    ['stops its parent', 'echo $$ > pids; kill -STOP $PPID; true', overdue],
    [
      'has stopped groups of its own below it',
      `set -m; ${start('sleep 60')}; ${start('sleep 61')}; kill -STOP -$! $!; sleep 60`,
      overdue,
    ],
    [
      'has a session below it that is deaf to SIGTERM',
      `${start(`setsid sh -c "trap '' TERM; sleep 60; sleep 60"`)}; sleep 60`,
      overdue,
    ],
    ['kills its parent', `${start('sleep 60')}; kill -9 $PPID; sleep 60`, killed],
    ['kills its group', `${start('sleep 60')}; kill -9 0; sleep 60`, killed],
    ['hangs up its group', 'kill -HUP 0; true', { code: 129, exitCode: 129, timedOut: false }],
    ['leaves a stopped process', 'sleep 5 & kill -STOP $!; true', { exitCode: 0, timedOut: false }],
  ])('is kept where a run %s', { timeout: 40_000 }, async (_, command, expected) => {
    expect(await endOf(shell, command, 2)).toMatchObject(expected);
  });

  const saving = `sh -c 'trap "sleep 0.5; echo 1 > o.txt; exit 0" TERM; : > ready; while :; do sleep 0.05; done'`;
  it.each([
    ['saves and ends well', saving, { exitCode: 0, saved: true }],
    ['ends by it', ': > ready; sleep 5; echo 1 > o.txt', { exitCode: 143, saved: false }],
  ])('passes SIGTERM on to a run that %s', { timeout: 40_000 }, async (_, command, expected) => {
    expect(await endOf(shell, command, 30, true)).toMatchObject({
      ...{ toldToEnd: true, timedOut: false },
      ...expected,
    });
  });
});
