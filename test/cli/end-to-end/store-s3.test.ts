/** Workers and command lines that share no disk: only a bucket, the payload key and the addresses. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { distFolder } from '../../kit/dist-folder.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { waitFor } from '../../kit/processes.ts';
import { startS3Server, type S3Server } from '../../kit/s3-server.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import {
  commandEnvironment,
  doeflow,
  runStudy,
  temporaryFolder,
  type CommandEnd,
} from '../../studies/run-study.ts';
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
  const plain = (stack = await startStack({ speed: 1000 }));
  const study = writeAwkStudy(root, {
    ...{ name: 'shared', inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
    design: '{ method: monte-carlo, runs: 12, seed: 3 }',
    further: 'execution: { runsPerJob: 5 }',
  });
  const inFolder = await runStudy(study, join(root, 'plain'), plain.env, doeflowInProcess);
  await plain.stop();
  const running = (stack = await startStack({ speed: 1000, without: ['worker'] }));
  const keys = join(root, 'payload-keys');
  writeFileSync(keys, `${'0a'.repeat(32)}\n`, { mode: 0o600 });

  const elsewhere: Env = {
    ...running.env,
    ...(bucket.env() as Env),
    DOEFLOW_STORE: `s3://${bucket.bucket}/team/store`,
    DOEFLOW_PAYLOAD_KEY_FILE: keys,
  };
  await startWorker({ ...elsewhere, DOEFLOW_HOME: join(root, 'worker') });
  const laptop: Env = { ...elsewhere, DOEFLOW_HOME: join(root, 'laptop') };
  const say = async (env: Env, ...args: readonly string[]): Promise<CommandEnd> => {
    const end = await doeflowInProcess(args, env);
    expect(end.exitCode, `${args.join(' ')}: ${end.stderr}${end.stdout}`).toBe(0);
    return end;
  };
  const inBucket = await runStudy(study, join(root, 'shared'), laptop, doeflowInProcess);
  const { studyId, resultsDir } = inBucket.printed;
  expect(inBucket.printed).toMatchObject({ status: 'Finished', runs: { total: 12, done: 12 } });
  for (const table of ['design.csv', 'results.csv'])
    expect(readFileSync(join(resultsDir, table), 'utf8')).toBe(
      readFileSync(join(inFolder.printed.resultsDir, table), 'utf8'),
    );

  // Further runs, and another output of all that is there.
  const path = join(study, 'study.yaml');
  const grown = readFileSync(path, 'utf8')
    .replace('runs: 12', 'runs: 14')
    .replace(
      'design:',
      '  - { name: z, type: Objective, expression: "3 * y", goal: minimize }\ndesign:',
    );
  writeFileSync(path, grown);
  await say(laptop, 'amend', studyId, study, '--apply', '--yes');
  const audit = JSON.parse((await say(laptop, 'verify', studyId, '--json')).stdout) as object;
  expect(audit).toMatchObject({ clean: true, runs: 14, platform: 'whole' });

  // What asks nobody but the store and the workers needs no token of the platform.
  const looker: Env = { ...laptop, DOEFLOW_HOME: join(root, 'looker'), DOEFLOW_PLATFORM_TOKEN: '' };
  const listed = await say(looker, 'list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ studyId, status: 'Finished' }]);
  expect(listed.stderr).toContain(`There is no token for ${running.platformUrl}`);
  const results = join(root, 'looked');
  for (const args of [
    ['status', studyId],
    ['runs', studyId],
    ['why', `${studyId}/3`],
    ['watch', studyId],
    ['results', studyId, '--to', results],
    ['render', studyId, '2'],
    ['budget', studyId],
    ['schedule', 'list'],
    ['archive', 'list'],
    ['config'],
    ['plan', '--extend', studyId, '--add', '2'],
    ['plan', study],
  ])
    await say(looker, ...args);
  const report = await doeflow(['report', studyId, '-o', join(root, 'report.html')], looker);
  expect(report.exitCode, report.stderr).toBe(0);
}, 600_000);
