/** A study whose model fails in every way a model fails; each failure is a row with its reason, and is mended by a retry under its own number. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder, type CommandEnd, type EndedStudy } from './run-study.ts';

/** Kind of misbehaviour -> how its two runs end, one for each load. */
const endings: Readonly<Record<string, { reason: string; message: RegExp }>> = {
  exit: { reason: 'exit-code', message: /exit code 3/ },
  hang: { reason: 'timeout', message: /runWalltime after 2 s/ },
  half: { reason: 'output-invalid', message: /y: Expected a finite number, got "1\.5e"/ },
  missing: { reason: 'output-missing', message: /y: the run left no file out\.txt/ },
  hole: { reason: 'output-invalid', message: /y: Expected a finite number, got "NaN"/ },
  twice: { reason: 'output-invalid', message: /y: Expected one line "y = value", got 2/ },
  killed: { reason: 'exit-code', message: /exit code 137/ },
};
const kinds = ['good', ...Object.keys(endings), 'last'];

const model = `read kind x load < in.txt
echo "run of $kind"
test -e "$HEALED" && kind=good
case $kind in
good | last) echo "y = $((x * load))" > out.txt ;;
exit) echo 'mesh inverted'; exit 3 ;;
hang) sleep 600; echo 'y = 1' > out.txt ;;
half) printf 'y = 1.5e' > out.txt ;;
missing) ;;
hole) echo 'y = NaN' > out.txt ;;
twice) printf 'y = 1\\ny = 2\\n' > out.txt ;;
killed) kill -9 $$ ;;
esac
`;

type Row = Readonly<Record<string, string>>;

describe('a study whose runs fail', () => {
  const stack = sharedStack();
  let healed: string;
  let first: CommandEnd;
  let printed: EndedStudy['printed'];

  const table = (name: string): Row[] =>
    parse(readFileSync(join(printed.resultsDir, name), 'utf8'), { columns: true });
  const rowsOf = (rows: readonly Row[], kind: string): Row[] => {
    const at = kinds.indexOf(kind) * 2;
    return rows.filter(({ run }) => Number(run) === at + 1 || Number(run) === at + 2);
  };

  beforeAll(async () => {
    const folder = temporaryFolder(afterAll);
    healed = join(folder, 'healed');
    writeStudy(folder, healed, 'misbehaving', 14);
    const results = join(folder, 'results');
    first = await doeflow(['run', folder, '--results', results, '--json'], stack.env);
    printed = JSON.parse(first.stdout) as EndedStudy['printed'];
  });

  it('ends at its limit of failed runs, so the command ends well', () => {
    expect(first.exitCode).toBe(0);
    expect(printed).toMatchObject({
      status: 'Finished with failures',
      runs: { total: 18, done: 4, failed: 14 },
    });
  });

  it('ends with 3 with one failed run more than its limit', async () => {
    const strict = join(temporaryFolder(afterAll), 'strict');
    writeStudy(strict, join(strict, 'never'), 'strict', 13);
    const end = await doeflow(['run', strict, '--results', strict, '--json'], stack.env);
    expect(end.exitCode).toBe(3);
    expect(JSON.parse(end.stdout)).toMatchObject({
      status: 'Finished with failures',
      runs: { total: 18, done: 4, failed: 14 },
    });
  });

  it('gives every run a row, with the reason of those that failed', () => {
    const rows = table('results.csv');
    expect(rows).toHaveLength(18);
    for (const kind of ['good', 'last']) {
      const x = kinds.indexOf(kind) + 1;
      expect(rowsOf(rows, kind)).toMatchObject([
        { kind, load: '1', y: String(x), status: 'Done', reason: '' },
        { kind, load: '2', y: String(2 * x), status: 'Done', reason: '' },
      ]);
    }
    for (const [kind, { reason }] of Object.entries(endings)) {
      const failed = { kind, y: '', big: '', status: 'Failed', reason };
      expect(rowsOf(rows, kind)).toMatchObject([failed, failed]);
    }
  });

  it('says of every failed attempt what was wrong, and keeps its log', () => {
    for (const [kind, { message }] of Object.entries(endings)) {
      for (const attempt of rowsOf(table('runs.csv'), kind)) {
        expect(attempt['message']).toMatch(message);
        const log = join(printed.resultsDir, 'runs', attempt['run'] ?? '', 'process_output.log');
        expect(readFileSync(log, 'utf8')).toContain(`run of ${kind}`);
      }
    }
    expect(existsSync(join(printed.resultsDir, 'runs', '1', 'process_output.log'))).toBe(false);
  });

  it('tries runs again by cause, in a further job and under their own numbers', () => {
    const attempts = table('runs.csv');
    for (const kind of kinds) {
      const expected = ['exit', 'killed'].includes(kind) ? ['1', '2', '1', '2'] : ['1', '1'];
      const own = rowsOf(attempts, kind);
      expect(own.map(({ attempt }) => attempt)).toEqual(expected);
      expect(own.map(({ job }) => job)).toEqual(expected);
    }
  });

  it('tells failures apart for the reader', async () => {
    const logs = await doeflow(['logs', 'misbehaving', '--json'], stack.env);
    const groups = JSON.parse(logs.stdout) as { reason: string; runs: number[]; log: string }[];
    expect(groups.find(({ log }) => log.includes('mesh inverted'))).toMatchObject({
      reason: 'exit-code',
      runs: rowsOf(table('results.csv'), 'exit').map(({ run }) => Number(run)),
    });
    const runs = await doeflow(['runs', 'misbehaving', '--status', 'failed', '--json'], stack.env);
    expect(JSON.parse(runs.stdout)).toHaveLength(14);
  });

  it('refuses to run again what is done or no run of the study, and stays as it was', async () => {
    for (const [run, why] of [
      ['1', 'These runs have not failed: 1'],
      ['99', 'There is no run 99: the study has runs 1 to 18'],
    ] as const) {
      const end = await doeflow(['retry', 'misbehaving', '--runs', `${run},3`], stack.env);
      expect(end.exitCode).toBe(5);
      expect(end.stderr).toContain(why);
    }
    const status = await doeflow(['status', 'misbehaving', '--json'], stack.env);
    expect(JSON.parse(status.stdout)).toMatchObject({ status: 'Finished with failures' });
  });

  it('becomes complete by a retry of the failed runs alone', async () => {
    const before = table('runs.csv');
    writeFileSync(healed, '');
    const end = await doeflow(['retry', 'misbehaving', '--failed', '--json'], stack.env);
    expect(end.exitCode).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      studyId: printed.studyId,
      status: 'Finished',
      runs: { total: 18, done: 18, failed: 0 },
    });
    expect(table('results.csv').map(({ y }) => Number(y))).toEqual(
      kinds.flatMap((_, index) => [index + 1, 2 * (index + 1)]),
    );
    const added = table('runs.csv').filter(
      ({ run, attempt }) => !before.some((row) => row['run'] === run && row['attempt'] === attempt),
    );
    expect(added).toHaveLength(14);
    expect(new Set(added.map(({ job }) => job))).toEqual(new Set(['3']));
  });
});

function writeStudy(folder: string, healed: string, name: string, maxFailedRuns: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.sh'), model);
  writeFileSync(join(folder, 'in.txt.in'), '${kind} ${x} ${load}\n');
  writeFileSync(
    join(folder, 'points.csv'),
    `kind,x\n${kinds.map((kind, index) => `${kind},${index + 1}\n`).join('')}`,
  );
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: ${name}
variables:
  - { name: kind, type: Param }
  - { name: x, type: Param }
  - { name: load, type: Case, values: [1, 2] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
  - { name: big, type: Constraint, expression: y > 1 }
design: { method: table, file: points.csv }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  envVars: { HEALED: ${healed} }
  runWalltime: 2s
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 4, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
execution:
  retries: { solver: 1 }
  maxFailedRuns: ${maxFailedRuns}
findings:
  - { name: Mean of y, value: mean(y) }
`,
  );
}
