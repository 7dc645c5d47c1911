/** Whole studies through the compiled command line: the embedded default with an interruption, and a stack that lives on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distFolder } from '../../kit/dist-folder.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { waitFor } from '../../kit/processes.ts';
import { startStack } from '../../kit/start-stack.ts';
import type { Stack } from '../../kit/start-stack.ts';
import { commandEnvironment, doeflow, temporaryFolder } from '../../studies/run-study.ts';

type Environment = Readonly<Record<string, string>>;

interface Ended {
  readonly studyId: string;
  readonly status: string;
  readonly runs: { readonly total: number; readonly done: number; readonly failed: number };
  readonly resultsDir: string;
  readonly failures?: readonly { readonly runs: number; readonly example: number }[];
}

const folder = temporaryFolder(afterAll);
const results = join(folder, 'results');

/** A starter study of 8 runs whose command is changed. */
async function starter(name: string, env: Environment, command: string): Promise<string> {
  const study = join(folder, name);
  await doeflow(['init', study], env);
  edit(study, (text) =>
    text.replace('runs: 24', 'runs: 8').replace('command: node throw.mjs input.json', command),
  );
  return study;
}

function edit(study: string, change: (text: string) => string): void {
  const file = join(study, 'study.yaml');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Starts a call, waits until its stderr shows `sign`, then sends SIGINT. */
async function interrupted(
  args: readonly string[],
  env: Environment,
  sign: RegExp,
): Promise<{ readonly exitCode: number | null; readonly stderr: string }> {
  const child = spawn(process.execPath, [join(distFolder(), 'src/cli/main.js'), ...args], {
    env: commandEnvironment(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const shown = (): boolean => {
    if (sign.test(stderr)) return true;
    if (child.exitCode === null) return false;
    throw new Error(`Expected ${sign} on stderr before the end, got ${stderr}`);
  };
  await waitFor(`${sign} on stderr`, shown, 90_000).catch((error: unknown) => {
    throw new Error(`It showed: ${stderr}`, { cause: error });
  });
  child.kill('SIGINT');
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, stderr };
}

describe('in the embedded default', () => {
  const home = join(folder, 'home');
  const env = { DOEFLOW_HOME: home };

  it('a study that was interrupted is resumed by the same command', async () => {
    const study = await starter(
      'interrupted',
      env,
      'command: sleep 2; echo x >> "$COUNT_FILE"; node throw.mjs input.json\n  envVars: {COUNT_FILE: ' +
        `${join(folder, 'count')}}`,
    );
    const run = ['run', study, '--results', results];
    const first = await interrupted(run, env, /[1-7]\/8 done|[1-9] ended and not yet/);
    expect(first.exitCode).toBe(130);
    expect(first.stderr).toMatch(/Resume with: doeflow watch interrupted-[0-9-]+/u);
    expect(processesNaming(home)).toEqual([]);

    const other = join(folder, 'other');
    await doeflow(['init', other], env);
    edit(other, (text) => text.replace('name: other', 'name: interrupted'));
    expect((await doeflow(['run', other], env)).exitCode).toBe(5);

    edit(study, (text) => `# a comment changes nothing\n${text}`);
    const second = await doeflow([...run, '--json'], env);
    expect(second.stderr).toContain('already running');
    expect(second.exitCode).toBe(0);
    const ended = JSON.parse(second.stdout) as Ended;
    expect(ended).toMatchObject({ status: 'Finished', runs: { total: 8, done: 8, failed: 0 } });
    expect(readFileSync(join(ended.resultsDir, 'results.csv'), 'utf8').split('\n')).toHaveLength(
      10,
    );
    expect(processesNaming(home)).toEqual([]);
  });

  it('failed runs are named with their logs, and run again on demand', async () => {
    const healed = join(folder, 'healed');
    const study = await starter(
      'failing',
      env,
      `command: >-\n    node throw.mjs input.json; grep -q '"angle": [2-4]' input.json || test -e ${healed} || { echo mesh inverted; exit 3; }`,
    );
    const run = await doeflow(['run', study, '--results', results, '--json'], env);
    expect(run.exitCode).toBe(3);
    const { studyId, runs, failures } = JSON.parse(run.stdout) as Ended;
    const message = 'the command ended with exit code 3; the log says: mesh inverted';
    const [cause] = failures ?? [];
    expect(failures).toMatchObject([{ reason: 'exit-code', message, runs: runs.failed }]);
    expect(runs.failed).toBeGreaterThan(0);
    expect(runs.done + runs.failed).toBe(8);

    const logs = await doeflow(['logs', 'failing'], env);
    expect(logs.stdout).toContain(`${runs.failed}x exit-code`);
    expect(logs.stdout).toContain('mesh inverted');
    const one = await doeflow(['logs', `failing/${cause?.example}`, '--json'], env);
    expect(JSON.parse(one.stdout)).toMatchObject({ studyId, run: cause?.example });
    expect(one.stdout).toContain('mesh inverted');
    const shown = await doeflow(['watch', 'failing'], env);
    expect(shown.stdout + shown.stderr).toContain(`${runs.failed}x exit-code: ${message}`);

    writeFileSync(healed, '');
    const retry = await doeflow(['retry', 'failing', '--failed', '--json'], env);
    expect(retry.exitCode).toBe(0);
    expect(JSON.parse(retry.stdout)).toMatchObject({
      studyId,
      status: 'Finished',
      runs: { total: 8, done: 8, failed: 0 },
    });

    const best = await doeflow(
      ['results', 'failing', '--sort', '-distance', '--limit', '1', '--json'],
      env,
    );
    const all = await doeflow(['results', 'failing', '--json'], env);
    const distances = (JSON.parse(all.stdout) as { distance: number }[]).map((row) => row.distance);
    expect(JSON.parse(best.stdout)).toMatchObject([{ distance: Math.max(...distances) }]);
  });
});

describe('against a stack that lives on', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startStack();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('a study is started, seen, left, waited for and stopped', async () => {
    const { env } = stack;
    const study = await starter(
      'steered',
      env,
      'command: echo meshing; sleep 60; node throw.mjs input.json',
    );
    const started = await doeflowInProcess(['start', study, '--results', results, '--json'], env);
    expect(started.exitCode).toBe(0);
    const { studyId } = JSON.parse(started.stdout) as Ended;

    const status = await doeflowInProcess(['status', 'steered', '--json'], env);
    expect(JSON.parse(status.stdout)).toMatchObject({
      studyId,
      status: expect.stringMatching(/^(Planned|Running)$/) as string,
    });
    const listed = await doeflowInProcess(['list', '--quiet'], env);
    expect(listed.stdout.trim()).toBe(studyId);

    const left = await interrupted(['watch', 'steered'], env, /Running/);
    expect(left.exitCode).toBe(130);
    expect(left.stderr).toContain(`doeflow watch ${studyId}`);

    const waited = await doeflowInProcess(['run', study, '--wait', '1s', '--json'], env);
    expect(waited.exitCode).toBe(8);
    expect(JSON.parse(waited.stdout)).toMatchObject({ studyId, status: 'Running' });

    await waitFor('what an executing run has printed so far', async () => {
      const log = await doeflowInProcess(['logs', 'steered/1'], env);
      return log.exitCode === 0 && log.stdout === 'meshing\n';
    });
    const queued = await doeflowInProcess(['logs', 'steered/8'], env);
    expect(queued.exitCode).toBe(6);
    expect(queued.stderr).toMatch(/It is run 8 of job \w+/);
    expect((await doeflowInProcess(['logs', 'steered/9'], env)).exitCode).toBe(6);

    expect((await doeflowInProcess(['stop', 'steered', '--shutdown'], env)).exitCode).toBe(5);
    expect((await doeflowInProcess(['stop', 'steered', '--force'], env)).exitCode).toBe(0);
    const end = await doeflowInProcess(['watch', 'steered', '--json'], env);
    expect(end.exitCode).toBe(3);
    expect(JSON.parse(end.stdout)).toMatchObject({ status: 'Stopped' });
  });
});
