/** A home whose study was cut off in its middle is copied, restored elsewhere and taken over: nothing works in both, and the study goes on to its end. */
import { spawn } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeChaosStudy } from '../../chaos/chaos-study.ts';
import { distFolder } from '../../kit/dist-folder.ts';
import { waitFor } from '../../kit/processes.ts';
import { commandEnvironment, doeflow, temporaryFolder } from '../../studies/run-study.ts';

const root = temporaryFolder(afterAll);

function environment(home: string): Record<string, string> {
  return { DOEFLOW_HOME: home, DOEFLOW_LOCAL_SPEED: '20', DOEFLOW_CONFIG: join(root, 'none') };
}

async function said(env: Record<string, string>, ...args: string[]) {
  const { exitCode, stdout, stderr } = await doeflow(args, env);
  return { exitCode, text: stdout + stderr };
}

it('goes on in a restored home once the original is gone, and only then', async () => {
  const home = join(root, 'home');
  const first = environment(home);
  const study = writeChaosStudy(join(root, 'study'), 'carried', {
    ...{ runs: 4, runsPerJob: 2, runSeconds: 1 },
  });
  const program = join(distFolder(), 'src/cli/main.js');
  const run = spawn(process.execPath, [program, 'run', study.folder, '--results', root], {
    ...{ env: commandEnvironment(first), stdio: 'ignore' },
  });
  await waitFor('a run', () => readFileSync(study.executions, 'utf8') !== '', 120_000);
  const busy = await said(first, 'backup', join(root, 'early'));
  expect([busy.exitCode, busy.text]).toEqual([5, expect.stringContaining('is in use')]);
  run.kill('SIGKILL');
  const copy = join(root, 'copy');
  const backUp = async () => (await said(first, 'backup', copy)).exitCode === 0;
  await waitFor('the home to be free', backUp, 120_000);
  expect(await said(first, 'restore', copy, '--check')).toMatchObject({ exitCode: 0 });

  const other = environment(join(root, 'elsewhere', 'home'));
  expect(await said(other, 'restore', copy)).toMatchObject({ exitCode: 0 });
  expect((await said(other, 'list')).text).toContain('carried-');
  const early = await said(other, 'watch', 'carried');
  expect([early.exitCode, early.text]).toEqual([5, expect.stringContaining('--take-over')]);
  // What starts the local platform would have it execute the runs of its jobs.
  for (const asks of [
    ['verify', 'carried'],
    ['prune', 'carried', '--yes', '--without-archive'],
    ['reap', '--dry-run'],
    ['api', 'GET', 'jobs/'],
    ['doctor'],
  ]) {
    const { exitCode, text } = await said(other, ...asks);
    expect([asks, exitCode === 0, text]).toEqual([
      ...[asks, false, expect.stringContaining('--take-over')],
    ]);
  }
  const both = await said(other, 'restore', '--take-over', '--yes');
  expect([both.exitCode, both.text]).toEqual([5, expect.stringContaining('still there')]);

  renameSync(home, join(root, 'away'));
  expect(await said(other, 'restore', '--take-over', '--yes')).toMatchObject({ exitCode: 0 });
  const watched = await said(other, 'watch', 'carried');
  expect(watched.exitCode, watched.text).toBe(0);
  const verified = await said(other, 'verify', 'carried');
  expect(verified.exitCode, verified.text).toBe(0);
  // And a home that is simply moved.
  const moved = environment(join(root, 'moved'));
  await waitFor(
    'the home to be free',
    async () => {
      return (await said(other, 'backup', join(root, 'last'))).exitCode === 0;
    },
    120_000,
  );
  renameSync(join(root, 'elsewhere', 'home'), join(root, 'moved'));
  const again = await said(moved, 'verify', 'carried');
  expect(again.exitCode, again.text).toBe(0);
});
