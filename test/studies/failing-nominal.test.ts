/** A nominal run that fails is in no count: it is told all the same, and runs again where it is asked for. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { sharedStack } from '../kit/shared-stack.ts';
import { temporaryFolder, type CommandEnd, type EndedStudy } from './run-study.ts';

const folder = temporaryFolder(afterAll);
const stack = sharedStack();
const call = (...args: string[]): Promise<CommandEnd> => doeflowInProcess(args, stack.env);
const printedBy = ({ stdout }: CommandEnd) =>
  JSON.parse(stdout) as EndedStudy['printed'] & { readonly notes: readonly string[] };
/** Of the nominal run. */
const attemptsIn = ({ resultsDir }: EndedStudy['printed']): string[] => {
  const rows: Record<string, string>[] = parse(readFileSync(join(resultsDir, 'runs.csv'), 'utf8'), {
    columns: true,
  });
  return rows
    .filter((row) => row['run'] === '0')
    .map((row) => `${row['attempt'] ?? ''} ${row['status'] ?? ''}`);
};
const told = /nominal run \(run 0\) failed.*exit code 9/u;

it.each([
  ['by its number', ['--runs', '0']],
  ['with all that failed', ['--failed']],
])('is told wherever the study is shown, and runs again once, %s', async (_way, asked) => {
  const name = `nominal-${asked.length}`;
  const healed = join(folder, `${name}-healed`);
  const run = await call(
    ...['run', writeStudy(name, healed), '--results', join(folder, 'results'), '--json'],
  );
  expect(run.exitCode).toBe(0);
  const ended = printedBy(run);
  expect(ended).toMatchObject({ status: 'Finished', runs: { total: 3, done: 3, failed: 0 } });
  expect(ended.notes).toContainEqual(expect.stringMatching(told));
  expect(run.stdout).toMatch(/"failures":\s*\[\s*\{\s*"reason":\s*"exit-code"/u);
  expect((await call('status', name)).stdout).toMatch(told);
  expect((await call('list')).stdout).toMatch(/nominal-\d-\S+\s+Finished, run 0 failed/u);
  expect((await call('watch', name)).stdout).toContain('such as run 0');
  expect(readFileSync(join(ended.resultsDir, 'report.html'), 'utf8')).toMatch(told);

  writeFileSync(healed, '');
  const retry = await call('retry', name, ...asked, '--json');
  expect(retry.exitCode).toBe(0);
  expect(printedBy(retry)).toMatchObject({ status: 'Finished', runs: { total: 3, done: 3 } });
  expect(printedBy(retry).notes).toEqual([]);
  expect(attemptsIn(printedBy(retry))).toEqual(['1 Failed', '2 Done']);
  expect((await call('retry', name, '--failed')).stdout).toContain('has no failed run');
});

function writeStudy(name: string, healed: string): string {
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, 'model.sh'),
    `test "$DOEFLOW_VAR_x" != 2.5 || test -e ${healed} || exit 9
echo "y = 1$DOEFLOW_VAR_x"
`,
  );
  writeFileSync(
    join(root, 'study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, values: [1, 2, 3], nominal: 2.5 }
  - { name: y, type: Output, from: { stdout: 'y = (\\S+)' } }
design: { includeNominalRun: true }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
  inputFiles: [model.sh]
`,
  );
  return root;
}
