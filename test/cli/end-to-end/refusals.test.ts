/** What the command line says, and with which code it ends, when the platform or Temporal won't have it; and that nothing was started. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distFolder } from '../../kit/dist-folder.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { runStudy, temporaryFolder } from '../../studies/run-study.ts';
import { uniform, writeAwkStudy } from '../../studies/write-study.ts';

const run = promisify(execFile);
const folder = temporaryFolder(afterAll);
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ speed: 20 });
});

afterAll(async () => {
  await stack.stop();
});

/** Asks the platform as `curl` does. */
async function curl(path: string): Promise<unknown> {
  const header = `Authorization: Token ${stack.platformToken}`;
  const { stdout } = await run('curl', ['-sS', '-H', header, `${stack.platformUrl}api/v2/${path}`]);
  return JSON.parse(stdout) as unknown;
}

it('a plan of ten million runs is announced, and SIGTERM ends it at once', async () => {
  const design = '{ method: latin-hypercube, runs: 10000000, seed: 1 }';
  const outputs = { y: 'x + 1' };
  const study = writeAwkStudy(folder, {
    name: 'wide',
    inputs: { x: uniform(0, 1) },
    outputs,
    design,
  });
  const main = join(distFolder(), 'src/cli/main.js');
  const plan = spawn(process.execPath, [main, 'plan', study], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(plan, 'exit');
  const [announced] = (await once(plan.stderr, 'data')) as [Buffer];
  expect(announced.toString()).toContain('Planning 10,000,000 runs, which may take minutes');
  await delay(1000);
  const askedMs = performance.now();
  plan.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  expect(performance.now() - askedMs).toBeLessThan(1000);
});

describe('raw calls', () => {
  it('give what curl gets, the findings of a study among it', async () => {
    const study = await runStudy(
      writeAwkStudy(folder, {
        name: 'little',
        inputs: { x: uniform(0, 1) },
        outputs: { y: 'x + 1' },
        design: '{ method: latin-hypercube, runs: 4, seed: 1 }',
        further: `findings:
  - { name: Mean of y, value: mean(y) }
  - { name: Range, value: [min(y), max(y)] }
  - { name: Verdict, valueType: select, value: 'mean(y) > 1 ? "pass" : "fail"', options: [pass, fail] }
  - { name: Ended, valueType: date, value: ended }
  - { name: Analyst, valueType: user, value: owner }
  - { name: Tables, valueType: file, value: [results.csv, runs.csv] }`,
      }),
      join(folder, 'results'),
      stack.env,
      doeflowInProcess,
    );
    const api = async (path: string): Promise<unknown> => {
      const end = await doeflowInProcess(['api', 'GET', path], stack.env);
      expect(end.exitCode).toBe(0);
      return JSON.parse(end.stdout) as unknown;
    };
    const jobs = (await api('jobs/')) as { results: { id: string }[] };
    expect(jobs).toEqual(await curl('jobs/'));
    const fields = `jobs/${jobs.results[0]?.id}/custom-fields/`;
    const written = (await curl(fields)) as Record<string, { value: unknown }>;
    expect(await api(fields)).toEqual(written);
    const findings = study.summary['findings'] as {
      name: string;
      value: unknown;
      readBackFromJobs: number;
    }[];
    expect(findings.map(({ readBackFromJobs }) => readBackFromJobs)).toEqual([1, 1, 1, 1, 1, 1]);
    for (const { name, value } of findings) {
      if (name !== 'Tables') expect(written[name]?.value, name).toEqual(value);
    }
    expect(written['Verdict']?.value).toBe('pass');
    expect(written['Analyst']?.value).toMatch(/@/u);
    const [results = ''] = written['Tables']?.value as string[];
    const sent = await run('curl', [
      ...['-sS', '-H', `Authorization: Token ${stack.platformToken}`],
      `${stack.platformUrl}api/v2/files/${results}/contents/`,
    ]);
    expect(sent.stdout).toBe(readFileSync(join(study.printed.resultsDir, 'results.csv'), 'utf8'));
  });

  it('that the platform refuses end with its status as a code', async () => {
    const absent = await doeflowInProcess(['api', 'GET', 'jobs/nothing/'], stack.env);
    expect(absent.exitCode).toBe(6);
    const wrong = await doeflowInProcess(['api', 'POST', 'jobs/', '-F', 'name='], stack.env);
    expect(wrong.exitCode).toBe(5);
    expect(wrong.stderr).toContain('name');
  });
});

describe('a plan file', () => {
  const study = writeAwkStudy(folder, {
    name: 'kept',
    inputs: { x: uniform(0, 1) },
    outputs: { y: 'x + 1' },
    design: '{ method: latin-hypercube, runs: 4, seed: 1 }',
  });
  const planFile = join(folder, 'kept-plan.json');
  const planned = join(folder, 'planned.csv');

  beforeAll(async () => {
    const { exitCode } = await doeflowInProcess(
      ['plan', study, '-o', planFile, '--design', planned],
      stack.env,
    );
    expect(exitCode).toBe(0);
    const file = join(study, 'study.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('seed: 1', 'seed: 2'));
  });

  it('is executed exactly, also after the study file was changed', async () => {
    const { printed } = await runStudy(
      planFile,
      join(folder, 'results'),
      stack.env,
      doeflowInProcess,
    );
    expect(printed.runs).toMatchObject({ total: 4, done: 4 });
    const design = readFileSync(join(printed.resultsDir, 'design.csv'), 'utf8');
    expect(design).toBe(readFileSync(planned, 'utf8'));
  });

  it('and a study that was run are what a changed study is compared with', async () => {
    const { stdout } = await doeflowInProcess(
      ['plan', study, '--diff', 'kept', '--json'],
      stack.env,
    );
    const diff = JSON.parse(stdout) as { comparedWith: string };
    expect(diff).toMatchObject({ equal: false, design: [{ what: 'seed', before: 1, after: 2 }] });
    expect(diff).toMatchObject({ rows: { added: 4, removed: 4 }, inputs: [], files: [] });
    expect(diff.comparedWith).toMatch(/^kept-/);
    const same = await doeflowInProcess(['plan', planFile, '--diff', 'kept', '-q'], stack.env);
    expect(same.stdout).toBe('same\n');
  });

  it('is refused once a file of the study is another one, and nothing is started', async () => {
    writeFileSync(join(study, 'model.awk'), 'END { print "y = 1" }\n');
    for (const verb of ['run', 'start']) {
      const end = await doeflowInProcess([verb, planFile, '--again'], stack.env);
      expect([end.exitCode, end.stdout]).toEqual([5, '']);
      expect(end.stderr).toContain('model.awk has changed since it was planned');
    }
    const { stdout } = await doeflowInProcess(['list', '--json'], stack.env);
    expect(stdout.match(/"name":\s*"kept"/g)).toHaveLength(1);
  });
});

describe('before anything is started', () => {
  const study = join(folder, 'study');

  beforeAll(async () => {
    await doeflowInProcess(['init', study], stack.env);
    expect(readFileSync(join(study, 'study.yaml'), 'utf8')).toContain('name: study');
  });

  it('what the platform would refuse is refused, and nothing is kept', async () => {
    const refused = join(folder, 'refused');
    await doeflowInProcess(['init', refused], stack.env);
    const file = join(refused, 'study.yaml');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('coreType: emerald');
    writeFileSync(
      file,
      text.replace('coreType: emerald', 'coreType: emerlad').replace('user_included', 'user_own'),
    );
    const end = await doeflowInProcess(['run', refused], stack.env);
    expect([end.exitCode, end.stdout]).toEqual([5, '']);
    expect(end.stderr).toContain('no core type "emerlad" (did you mean `emerald`?');
    expect(end.stderr).toContain('no analysis "user_own"');
    expect(end.stderr).toContain('A program of your own: user_included');
    const list = await doeflowInProcess(['list', '--json'], stack.env);
    expect(list.stdout).not.toContain('"refused');
  });

  it('a wrong token is refused in a plain sentence', async () => {
    const env = { ...stack.env, DOEFLOW_PLATFORM_TOKEN: 'wrong-token-71aa' };
    for (const verb of ['run', 'start']) {
      const { exitCode, stderr } = await doeflowInProcess([verb, study], env);
      expect(exitCode).toBe(4);
      expect(stderr).toContain(`The platform at ${stack.platformUrl} refused the token.`);
      expect(stderr).not.toContain('wrong-token-71aa');
    }
  });

  it('an unknown study and an unreachable platform or Temporal are told apart', async () => {
    expect((await doeflowInProcess(['watch', 'nothing'], stack.env)).exitCode).toBe(6);

    await stack.programs.platform.kill();
    const noPlatform = await doeflowInProcess(['start', study], stack.env);
    expect(noPlatform.exitCode).toBe(7);
    expect(noPlatform.stderr).toContain(`The platform at ${stack.platformUrl} can’t be reached`);
    await stack.programs.platform.start();

    await stack.programs.temporal.kill();
    const noTemporal = await doeflowInProcess(['start', study], stack.env);
    expect(noTemporal.exitCode).toBe(7);
    expect(noTemporal.stderr).toContain(stack.temporalAddress);
    await stack.programs.temporal.start();

    const listed = await doeflowInProcess(['list', '--json'], stack.env);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'kept' }, { name: 'little' }]);
  });
});
