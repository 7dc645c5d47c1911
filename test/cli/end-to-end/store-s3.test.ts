/** Workers and command lines that share no disk: only a bucket, the payload key and the addresses. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { distFolder } from '../../kit/dist-folder.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { waitFor } from '../../kit/processes.ts';
import { startS3Server, type S3Server } from '../../kit/s3-server.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { commandEnvironment, runStudy, temporaryFolder } from '../../studies/run-study.ts';
import { uniform, writeAwkStudy } from '../../studies/write-study.ts';

type Env = Readonly<Record<string, string>>;

const root = temporaryFolder(afterAll);
let server: S3Server | undefined;
let stack: Stack | undefined;
let worker: ChildProcess | undefined;
afterEach(async () => {
  await endWorker();
  await stack?.stop();
  await server?.stop();
});

/** `doeflow worker`, as on another machine. */
async function startWorker(env: Env): Promise<() => string> {
  const child = spawn(process.execPath, [join(distFolder(), 'src/cli/main.js'), 'worker'], {
    env: commandEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  worker = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (said += part));
  await waitFor('a worker that polls', () => {
    if (child.exitCode !== null) throw new Error(`The worker ended: ${said}`);
    return said.includes('doeflow worker ready');
  });
  return () => said;
}

async function endWorker(): Promise<void> {
  const child = worker;
  worker = undefined;
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

it('runs, amends and proves a study over a bucket, with the results of a folder', async () => {
  const bucket = (server = await startS3Server());
  const running = (stack = await startStack({ speed: 1000 }));
  const study = writeAwkStudy(root, {
    ...{ name: 'shared', inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
    design: '{ method: monte-carlo, runs: 12, seed: 3 }',
    further: 'execution: { runsPerJob: 5 }',
  });
  const inFolder = await runStudy(study, join(root, 'plain'), running.env, doeflowInProcess);
  await running.programs.worker.stop();

  const elsewhere: Env = {
    ...running.env,
    ...(bucket.env() as Env),
    DOEFLOW_STORE: `s3://${bucket.bucket}/team/store`,
    DOEFLOW_PAYLOAD_KEY_FILE: join(running.home, 'payload-key'),
  };
  await startWorker({ ...elsewhere, DOEFLOW_HOME: join(root, 'worker') });
  const laptop: Env = { ...elsewhere, DOEFLOW_HOME: join(root, 'laptop') };
  const inBucket = await runStudy(study, join(root, 'shared'), laptop, doeflowInProcess);

  expect(inBucket.printed).toMatchObject({ status: 'Finished', runs: { total: 12, done: 12 } });
  for (const table of ['design.csv', 'results.csv'])
    expect(readFileSync(join(inBucket.printed.resultsDir, table), 'utf8')).toBe(
      readFileSync(join(inFolder.printed.resultsDir, table), 'utf8'),
    );
}, 600_000);
