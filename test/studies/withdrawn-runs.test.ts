/** Planned runs that their owner withdraws while the study is open, and brings back later: each is paid for once, or not at all. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder, type CommandEnd } from './run-study.ts';

type Row = Readonly<Record<string, string>>;

const studyText = `name: withdrawn-runs
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: sobol, runs: 8, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [solve.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
execution: { runsPerJob: 2, maxConcurrentJobs: 1, maxCost: 10 }
`;

describe('a study of which planned runs are withdrawn', () => {
  const stack = sharedStack();
  const folder = temporaryFolder(afterAll);
  const resultsDir = join(folder, 'results');
  let studyId = '';

  const table = (): Row[] =>
    parse(readFileSync(join(resultsDir, studyId, 'results.csv'), 'utf8'), { columns: true });
  const attempts = (): string[] =>
    (
      parse(readFileSync(join(resultsDir, studyId, 'runs.csv'), 'utf8'), { columns: true }) as Row[]
    ).map(({ run = '' }) => run);
  const amend = (...more: readonly string[]): Promise<CommandEnd> =>
    doeflow(['amend', studyId, '--json', ...more], stack.env);
  const told = async (): Promise<{ readonly runs: Readonly<Record<string, number>> }> => {
    const { stdout } = await doeflow(['status', studyId, '--json'], stack.env);
    return JSON.parse(stdout) as Awaited<ReturnType<typeof told>>;
  };

  it('pauses, and refuses runs that have begun, by number', async () => {
    const place = join(folder, 'study');
    mkdirSync(place);
    writeFileSync(join(place, 'study.yaml'), studyText);
    writeFileSync(join(place, 'in.txt.in'), '${x}\n');
    const gate = join(folder, 'paused');
    writeFileSync(
      join(place, 'solve.sh'),
      `read x < in.txt\nuntil [ -e ${gate} ]; do sleep 0.1; done\necho "y = $x" > out.txt\n`,
    );
    const run = ['start', place, '--results', resultsDir, '--json'];
    const end = await doeflow(run, stack.env);
    expect(end.exitCode, end.stderr).toBe(0);
    ({ studyId } = JSON.parse(end.stdout) as { studyId: string });
    const pause = await doeflow(['pause', studyId], stack.env);
    expect(pause.exitCode, pause.stderr).toBe(0);
    writeFileSync(gate, '');
    const refused = await amend('--plan', '--withdraw', '1-9');
    expect(refused.exitCode, refused.stderr).toBe(5);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      withdraws: [3, 4, 5, 6, 7, 8],
      refused: [
        { what: 'withdraw: 9', why: 'the study has no such run' },
        { what: 'withdraw: 1-2', why: expect.stringMatching(/job was made|have run/u) },
      ],
    });
  });

  it('shows that it costs less, and has them in its table as withdrawn', async () => {
    const plan = await amend('--plan', '--withdraw', '3-6');
    expect(JSON.parse(plan.stdout), plan.stderr).toMatchObject({
      withdraws: [3, 4, 5, 6],
      more: { coreHours: { high: -4 } },
    });
    const end = await amend('--apply', '--yes', '--detach', '--withdraw', '3-6');
    expect(end.exitCode, end.stderr).toBe(0);
    await expect
      .poll(async () => (await told()).runs, { timeout: 20_000, interval: 200 })
      .toMatchObject({ total: 8, withdrawn: 4, notBegun: 2 });
    const results = await doeflow(['results', studyId, '--format', 'json'], stack.env);
    expect(results.stdout).toContain('Withdrawn');
    const equal = await amend('--plan', '--withdraw', '3-6');
    expect(JSON.parse(equal.stdout), equal.stderr).toMatchObject({ equal: true, revision: 2 });
  });

  it('runs the others alone, is finished then, and is audited clean', async () => {
    const resume = await doeflow(['resume', studyId, '--json'], stack.env);
    expect(resume.exitCode, resume.stderr).toBe(0);
    expect((await doeflow(['watch', studyId], stack.env)).exitCode).toBe(0);
    expect(await told()).toMatchObject({
      status: 'Finished',
      runs: { total: 8, done: 4, withdrawn: 4 },
    });
    expect(attempts()).toEqual(['1', '2', '7', '8']);
    expect(table().map(({ status, revision }) => `${status} ${revision}`)).toEqual([
      ...['Done 1', 'Done 1', 'Withdrawn 2', 'Withdrawn 2', 'Withdrawn 2', 'Withdrawn 2'],
      ...['Done 2', 'Done 2'],
    ]);
    const retry = await doeflow(['retry', studyId, '--failed', '--json'], stack.env);
    expect(JSON.parse(retry.stdout), retry.stderr).toMatchObject({ runs: 0 });
    const verify = await doeflow(['verify', studyId, '--json'], stack.env);
    expect(verify.exitCode, verify.stdout).toBe(0);
  });

  it('runs those that are brought back, once, as further jobs', async () => {
    const refused = await amend('--plan', '--bring-back', '1');
    expect(refused.exitCode).toBe(5);
    const end = await amend('--apply', '--yes', '--bring-back', '4,5');
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      status: 'Finished',
      runs: { total: 8, done: 6, withdrawn: 2 },
    });
    expect(attempts()).toEqual(['1', '2', '4', '5', '7', '8']);
    const equal = await amend('--apply', '--yes', '--bring-back', '4,5');
    expect(JSON.parse(equal.stdout), equal.stderr).toMatchObject({ equal: true, revision: 3 });
    const verify = await doeflow(['verify', studyId, '--json'], stack.env);
    expect(verify.exitCode, verify.stdout).toBe(0);
  });
});
