/** An archive in a bucket of a real S3 server, from its order to the restored study; in the long form the server is killed in the middle. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { waitFor } from '../../kit/processes.ts';
import { startS3Server, type S3Server } from '../../kit/s3-server.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { longForm } from '../../kit/test-form.ts';
import { runStudy, temporaryFolder } from '../../studies/run-study.ts';
import { uniform, writeAwkStudy } from '../../studies/write-study.ts';

const root = temporaryFolder(afterAll);
const jobs = longForm ? 60 : 3;
let server: S3Server | undefined;
let stack: Stack | undefined;
afterEach(async () => {
  await stack?.stop();
  await server?.stop();
});

it('archives into a bucket, and gives the study back from there', async () => {
  const bucket = (server = await startS3Server());
  const secrets = bucket.env() as Readonly<Record<string, string>>;
  stack = await startStack({ speed: 1000, env: secrets });
  const env = { ...stack.env, ...secrets };
  const asJson = async (...args: readonly string[]): Promise<unknown> => {
    const { exitCode, stdout, stderr } = await doeflowInProcess([...args, '--json'], env);
    expect(exitCode, stderr + stdout).toBe(0);
    return JSON.parse(stdout);
  };
  const study = writeAwkStudy(root, {
    ...{ name: 'kept', inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
    design: `{ method: monte-carlo, runs: ${jobs}, seed: 3 }`,
    further: 'execution: { runsPerJob: 1, maxConcurrentJobs: 12 }',
  });
  const ended = await runStudy(study, join(root, 'results'), stack.env, doeflowInProcess);
  const to = `s3://${bucket.bucket}/nightly/jobs`;
  const rule = ['--select', 'study:kept', '--cron', '0 3 * * *', '--keep', '30d'];
  const lost = ['archive', 'create', 'nightly', ...rule, '--to', 's3://no-such-bucket/jobs'];
  expect(await doeflowInProcess(lost, env)).toMatchObject({
    exitCode: 4,
    stderr: expect.stringMatching(/There is no such bucket: s3:\/\/no-such-bucket\/jobs/u),
  });
  await asJson('archive', 'create', 'nightly', ...rule, '--to', to);
  expect(existsSync(join(bucket.folder, 'nightly/jobs/archive.json'))).toBe(true);
  for (const [nested, why] of [
    [`${to}/inner/deep`, `it is in ${to}, which is an archive itself`],
    [`s3://${bucket.bucket}`, `${to} is in it, which is an archive itself`],
  ] as const) {
    expect(
      await doeflowInProcess(['archive', 'create', 'nested', ...rule, '--to', nested], env),
    ).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(why) });
  }

  const written = join(bucket.folder, 'nightly/jobs/jobs');
  const trouble = async (): Promise<void> => {
    await waitFor('half of the jobs', () => {
      return existsSync(written) && readdirSync(written).length >= jobs / 2;
    });
    await bucket.kill();
    await delay(5000);
    await bucket.start();
  };
  const [pass] = await Promise.all([
    asJson('archive', 'trigger', 'nightly', '--wait'),
    longForm ? trouble() : undefined,
  ]);
  expect(pass).toMatchObject({ outcome: 'clean', proven: { jobs, failed: 0 }, notes: [] });

  expect(await asJson('archive', 'verify', to)).toMatchObject({
    ...{ whole: true, jobs, bags: jobs, studies: 1, statistics: 1, faults: [], notes: [] },
  });
  const folder = join(root, 'restored');
  const restored = (await asJson('archive', 'restore', to, 'kept', folder)) as {
    readonly studyId: string;
    readonly studyFile: string;
  };
  expect(restored.studyId).toBe(ended.printed.studyId);
  expect(readFileSync(restored.studyFile, 'utf8')).toBe(
    readFileSync(join(study, 'study.yaml'), 'utf8'),
  );
  // It is the study that ran: started again it is known, and isn't paid for twice.
  const again = await doeflowInProcess(['run', folder, '--json'], stack.env);
  expect([again.exitCode, again.stderr]).toEqual([5, expect.stringContaining(restored.studyId)]);
}, 600_000);
