/** Outputs, expressions and findings that are amended while the study is open: its table is that of a study which had them from the start. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder, type CommandEnd } from './run-study.ts';

type Row = Readonly<Record<'status' | 'revision' | 't', string>>;

interface Status {
  readonly status: string;
  readonly runs: { readonly done: number; readonly failed: number; readonly submitted: number };
}

const stack = sharedStack();
const folder = temporaryFolder(afterAll);

const old = `  - { name: y, type: Output, from: { file: out.txt, key: y } }
  - { name: w, type: Output, from: { file: out.txt, key: w } }
  - { name: twice, type: Objective, goal: minimize, expression: 2 * y }`;
const now = `  - { name: y, type: Output, from: { file: out.txt, key: y } }
  - { name: v, type: Output, from: { file: out.txt, key: v } }
  - { name: twice, type: Objective, goal: minimize, expression: 3 * y + v }`;
const oldFindings = '  - { name: Mean, valueType: number, value: "mean(y)" }';
const newFindings = '  - { name: Largest, valueType: number, value: "max(twice)" }';

const textOf = (name: string, outputs: string, findings: string): string => `name: ${name}
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
${outputs}
design: { method: sobol, runs: 16, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [solve.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
execution: { runsPerJob: 4, maxConcurrentJobs: 1, retries: 0, maxFailedRuns: 16, failFast: 0 }
findings:
${findings}
`;

/** Some runs leave no w, and others no v. */
const script = `read x < in.txt
sleep 2
echo run >> tries.txt
echo "y = $x" > out.txt
case $x in
  0.[0-3]*) echo "v = 1$x" >> out.txt ;;
  0.[4-6]*) { echo "v = 2$x"; echo "w = 1"; } >> out.txt ;;
  *) echo "w = 2" >> out.txt ;;
esac
`;

function place(name: string, text: string): string {
  const at = join(folder, name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'study.yaml'), text);
  writeFileSync(join(at, 'in.txt.in'), '${x}\n');
  writeFileSync(join(at, 'solve.sh'), script);
  return at;
}

function changedFrom(at: string, text: string): string {
  const changed = `${at}-changed`;
  cpSync(at, changed, { recursive: true });
  writeFileSync(join(changed, 'study.yaml'), text);
  return changed;
}

const results = (studyId: string): string => join(folder, 'results', studyId);
const read = (studyId: string, file: string): string =>
  readFileSync(join(results(studyId), file), 'utf8');

/** The table without the column that only an amended study has. */
const plainTable = (studyId: string): string =>
  read(studyId, 'results.csv')
    .split('\n')
    .map((line, _index, [header = '']) => {
      const column = header.split(',').indexOf('revision');
      return line
        .split(',')
        .filter((_cell, index) => index !== column)
        .join(',');
    })
    .join('\n');

async function start(at: string): Promise<string> {
  // A test that is tried once more finds its study of the first try.
  const args = ['start', at, '--again', '--results', join(folder, 'results'), '--json'];
  const end = await doeflow(args, stack.env);
  expect(end.exitCode, end.stderr).toBe(0);
  return (JSON.parse(end.stdout) as { studyId: string }).studyId;
}

async function statusOf(studyId: string): Promise<Status> {
  const { stdout } = await doeflow(['status', studyId, '--json'], stack.env);
  return JSON.parse(stdout) as Status;
}

const ended = async (studyId: string): Promise<number> => {
  const { runs } = await statusOf(studyId);
  return runs.done + runs.failed;
};

/** A job that was under way ends as it would have. */
async function untilNothingExecutes(studyId: string): Promise<void> {
  await expect
    .poll(() => statusOf(studyId), { timeout: 60_000, interval: 300 })
    .toMatchObject({ status: 'Paused', runs: { submitted: 0 } });
}

const amend = (studyId: string, changed: string, ...more: string[]): Promise<CommandEnd> =>
  doeflow(['amend', studyId, changed, '--json', ...more], stack.env);

async function expectAsUndisturbed(studyId: string, undisturbed: string): Promise<void> {
  const watch = await doeflow(['watch', studyId], stack.env);
  expect([0, 3], watch.stderr).toContain(watch.exitCode);
  expect(plainTable(studyId)).toBe(plainTable(undisturbed));
  const attempts = read(studyId, 'runs.csv').trimEnd().split('\n').slice(1);
  expect(attempts).toHaveLength(16);
  const [one, other] = [studyId, undisturbed].map((id) => JSON.parse(read(id, 'summary.json')));
  expect(one).toMatchObject({ runs: other.runs, failures: other.failures });
  expect(one.findings).toEqual([{ ...other.findings[0], readBackFromJobs: 4 }]);
  const verify = await doeflow(['verify', studyId, '--json'], stack.env);
  expect(verify.exitCode, verify.stdout).toBe(0);
}

describe('outputs that are amended while the study is open', () => {
  let undisturbed = '';
  beforeAll(async () => {
    undisturbed = await start(place('outputs-before', textOf('outputs-before', now, newFindings)));
    const watch = await doeflow(['watch', undisturbed], stack.env);
    expect([0, 3], watch.stderr).toContain(watch.exitCode);
  });

  it('are read anew of what a running study has collected, and of nothing twice', async () => {
    const at = place('outputs-running', textOf('outputs-running', old, oldFindings));
    const studyId = await start(at);
    await expect.poll(() => ended(studyId), { timeout: 60_000, interval: 200 }).toBeGreaterThan(4);
    const changed = changedFrom(at, textOf('outputs-running', now, newFindings));
    const plan = await amend(studyId, changed, '--plan');
    expect(plan.exitCode, plan.stderr).toBe(0);
    expect(JSON.parse(plan.stdout)).toMatchObject({ applied: null, refused: [], recomputed: null });
    const end = await amend(studyId, changed, '--apply', '--yes', '--detach');
    expect(end.exitCode, end.stderr).toBe(0);
    await expectAsUndisturbed(studyId, undisturbed);
    expect(read(studyId, 'summary.json')).toContain('Read anew from the collected files');
  });

  it('are read anew of a paused study, which stays paused and tells its counts by them', async () => {
    const at = place('outputs-paused', textOf('outputs-paused', old, oldFindings));
    const studyId = await start(at);
    await expect.poll(() => ended(studyId), { timeout: 60_000, interval: 200 }).toBeGreaterThan(4);
    const pause = await doeflow(['pause', studyId, '--json'], stack.env);
    expect(pause.exitCode, pause.stderr).toBe(0);
    await untilNothingExecutes(studyId);
    const before = await statusOf(studyId);
    const changed = changedFrom(at, textOf('outputs-paused', now, newFindings));
    const plan = await amend(studyId, changed, '--plan');
    const { readsAnew } = JSON.parse(plan.stdout) as {
      readsAnew: { runs: number; mended: number[]; failing: { run: number }[] };
    };
    expect(readsAnew.runs).toBe(before.runs.done + before.runs.failed);
    expect(readsAnew.mended.length * readsAnew.failing.length).toBeGreaterThan(0);
    const end = await amend(studyId, changed, '--apply', '--yes', '--detach');
    expect(end.exitCode, end.stderr).toBe(0);
    const done = before.runs.done + readsAnew.mended.length - readsAnew.failing.length;
    await expect
      .poll(() => statusOf(studyId), { timeout: 60_000, interval: 300 })
      .toMatchObject({ status: 'Paused', runs: { done } });
    const resume = await doeflow(['resume', studyId, '--json'], stack.env);
    expect(resume.exitCode, resume.stderr).toBe(0);
    await expectAsUndisturbed(studyId, undisturbed);
  });

  it('are refused where done runs have not the file, unless those run again', async () => {
    const at = place('outputs-lacking', textOf('outputs-lacking', old, oldFindings));
    const studyId = await start(at);
    await expect.poll(() => ended(studyId), { timeout: 60_000, interval: 200 }).toBeGreaterThan(4);
    const pause = await doeflow(['pause', studyId, '--json'], stack.env);
    expect(pause.exitCode, pause.stderr).toBe(0);
    await untilNothingExecutes(studyId);
    const other =
      '  - { name: t, type: Output, valueType: text, from: { file: tries.txt, regex: "(run)" } }';
    const changed = changedFrom(at, textOf('outputs-lacking', `${old}\n${other}`, oldFindings));
    const plan = await amend(studyId, changed, '--plan');
    expect(plan.exitCode).toBe(5);
    expect(plan.stdout).toContain('tries.txt was not collected of this run');
    expect(plan.stdout).toMatch(/--rerun \d/u);
    const { readsAnew } = JSON.parse(plan.stdout) as {
      readsAnew: { lacking: readonly { readonly file: string; readonly runs: number[] }[] };
    };
    expect(readsAnew.lacking).toMatchObject([{ file: 'tries.txt' }]);
    const runs = readsAnew.lacking.flatMap((one) => one.runs);
    const again = ['--rerun', runs.join(), '--apply', '--yes', '--detach'];
    const end = await amend(studyId, changed, ...again);
    expect(end.exitCode, end.stderr).toBe(0);
    const resume = await doeflow(['resume', studyId, '--json'], stack.env);
    expect(resume.exitCode, resume.stderr).toBe(0);
    await doeflow(['watch', studyId], stack.env);
    const attempts = read(studyId, 'runs.csv').trimEnd().split('\n').slice(1);
    expect(attempts).toHaveLength(16 + runs.length);
    const rows = parse(read(studyId, 'results.csv'), { columns: true }) as readonly Row[];
    for (const row of rows.filter(({ status }) => status === 'Done')) expect(row.t).toBe('run');
    for (const run of runs) expect(rows[run - 1]).toMatchObject({ status: 'Done', revision: '2' });
    const verify = await doeflow(['verify', studyId, '--json'], stack.env);
    expect(verify.exitCode, verify.stdout).toBe(0);
  });
});
