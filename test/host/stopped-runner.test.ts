import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import { recordPrograms } from '../../src/host/supervisor/leftovers.ts';
import { processMark } from '../../src/host/supervisor/process-mark.ts';
import { stoppedRunnerOf } from '../../src/host/supervisor/stopped-runner.ts';

it('a runner that was stopped is named while it is, and none that goes on, has ended or is another process', async () => {
  const home = mkdtempSync(join(tmpdir(), 'doeflow-stopped-'));
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });
  const pid = child.pid ?? -1;
  const record = (mark: string | undefined): void =>
    recordPrograms(homeFiles(home).programs, [{ name: 'runner', pid, mark: mark ?? '' }]);
  expect(stoppedRunnerOf(home)).toBeUndefined();
  record(processMark(pid));
  expect(stoppedRunnerOf(home)).toBeUndefined();
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => stoppedRunnerOf(home)).toBe(pid);
  record('another');
  expect(stoppedRunnerOf(home)).toBeUndefined();
  record(processMark(pid));
  process.kill(pid, 'SIGCONT');
  await expect.poll(() => stoppedRunnerOf(home)).toBeUndefined();
  process.kill(pid, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => processMark(pid)).toBeUndefined();
  expect(stoppedRunnerOf(home)).toBeUndefined();
});
