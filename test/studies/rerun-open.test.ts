/** Done runs that run again while their study is open, also where the command that asked for it died before it could tell the study. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { createAmendment, layout, openStore, readRevisions } from '../../src/store/index.ts';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder } from './run-study.ts';

type Row = Readonly<Record<string, string>>;

const stack = sharedStack();
const folder = temporaryFolder(afterAll);
const place = join(folder, 'study');
const resultsDir = join(folder, 'results');
let studyId = '';

const script = (y: string): string => `read x < in.txt\nsleep 2\necho "y = ${y}" > out.txt\n`;

async function doneRuns(): Promise<number> {
  const { stdout } = await doeflow(['status', studyId, '--json'], stack.env);
  return (JSON.parse(stdout) as { runs: { done: number } }).runs.done;
}

const table = (name: string): Row[] =>
  parse(readFileSync(join(resultsDir, studyId, name), 'utf8'), { columns: true });

it('of a study under way run again as it is amended, and keep their results until then', async () => {
  mkdirSync(place);
  writeFileSync(
    join(place, 'study.yaml'),
    `name: rerun-open
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
execution: { runsPerJob: 2, maxConcurrentJobs: 1 }
`,
  );
  writeFileSync(join(place, 'in.txt.in'), '${x}\n');
  writeFileSync(join(place, 'solve.sh'), script('1'));
  const start = await doeflow(['start', place, '--results', resultsDir, '--json'], stack.env);
  expect(start.exitCode, start.stderr).toBe(0);
  ({ studyId } = JSON.parse(start.stdout) as { studyId: string });
  await expect.poll(doneRuns, { timeout: 60_000, interval: 300 }).toBeGreaterThanOrEqual(2);
  writeFileSync(join(place, 'solve.sh'), script('2'));
  const again = ['amend', studyId, place, '--rerun', '1', '--apply', '--yes', '--detach'];
  const end = await doeflow([...again, '--json'], stack.env);
  expect(end.exitCode, end.stderr).toBe(0);
  // A command that was cut off once its record was there: nobody tells the study.
  const store = await openStore(stack.storeDirectory);
  const records = store.study(studyId);
  const [newest] = await readRevisions(records);
  if (newest === undefined) throw new Error('Expected a revision, got none');
  const { studyFile, files } = newest;
  const facts = { createdAt: new Date().toISOString(), engineVersion: '1', runs: [2] };
  const amendment = { by: 'ann', changes: ['run again: 2'] };
  await createAmendment(records, newest, { studyFile, files, ...facts, amendment });
  const watch = await doeflow(['watch', studyId], stack.env);
  expect(watch.exitCode, watch.stderr).toBe(0);
  const runs = table('runs.csv').map(
    ({ run, attempt, revision }) => `${run}.${attempt} ${revision}`,
  );
  // Which of the two the study heard of first is its own business; each run is run once more.
  expect(runs.slice(0, 4).join()).toMatch(/^1\.1 1,1\.2 [23],2\.1 1,2\.2 3$/u);
  expect(runs).toHaveLength(10);
  expect(table('results.csv').map(({ y }) => y)).toHaveLength(8);
  for (const { run, y, revision } of table('results.csv')) {
    expect(`${run}: ${y}`).toBe(`${run}: ${revision === '1' ? '1' : '2'}`);
  }
  expect(await records.find(layout.status)).toMatchObject({ state: 'Finished' });
  const verify = await doeflow(['verify', studyId, '--json'], stack.env);
  expect(verify.exitCode, verify.stdout).toBe(0);
});
