/** The life of a study's job in an archive, on real parts: chosen, copied, proven, deleted after a person's word, and gone. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { runStudy, temporaryFolder } from '../../studies/run-study.ts';
import { uniform, writeAwkStudy } from '../../studies/write-study.ts';

const root = temporaryFolder(afterAll);
let stack: Stack | undefined;
afterEach(() => stack?.stop());

it('archives the job of a finished study, and deletes it once a person has approved', async () => {
  stack = await startStack({ speed: 20 });
  const { env } = stack;
  const study = writeAwkStudy(root, {
    ...{ name: 'kept', inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
    design: '{ method: monte-carlo, runs: 3, seed: 3 }',
  });
  await runStudy(study, join(root, 'results'), env, doeflowInProcess);
  const archive = join(root, 'archive');
  const asJson = async (...args: readonly string[]): Promise<unknown> => {
    const { exitCode, stdout, stderr } = await doeflowInProcess([...args, '--json'], env);
    expect(exitCode, stderr + stdout).toBe(0);
    return JSON.parse(stdout);
  };
  const options = [
    '--select',
    'study:kept',
    '--to',
    archive,
    '--cron',
    '0 3 * * *',
    '--keep',
    '0s',
  ];
  const order = ['archive', 'create', 'beams', ...options, '--delete-jobs', '--approve'];

  expect(await asJson(...order, '--dry-run')).toMatchObject({ jobs: 1, left: {} });
  expect(existsSync(archive)).toBe(false);
  await asJson(...order);
  // From its order on, no other engine can take the destination.
  expect(existsSync(join(archive, 'archive.json'))).toBe(true);
  const pass = await asJson('archive', 'trigger', 'beams', '--wait');
  expect(pass).toMatchObject({
    outcome: 'clean',
    proven: { jobs: 1, failed: 0 },
    deleted: { jobs: 0 },
    awaitingApproval: 1,
  });
  const [jobId = ''] = readdirSync(join(archive, 'jobs'));
  expect(existsSync(join(archive, 'jobs', jobId, 'v1', 'tagmanifest-sha256.txt'))).toBe(true);

  const approved = await asJson('archive', 'approve', 'beams', '--jobs', '1', '--yes', '--wait');
  expect(approved).toMatchObject({ outcome: 'clean', deleted: { jobs: 1 } });
  const jobs = await doeflowInProcess(['api', 'ls', 'jobs', '--json'], env);
  expect(JSON.parse(jobs.stdout)).toEqual([]);
  expect(await asJson('archive', 'list')).toMatchObject([
    { name: 'beams', lastPass: { state: 'clean', deleted: { jobs: 1 } } },
  ]);
});
