/** Studies on platforms whose downloads fail now and then: each ends, with every run judged by its own files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { longForm } from '../kit/test-form.ts';
import { waitFor } from '../kit/processes.ts';
import { startStack, type Stack, type StackOptions } from '../kit/start-stack.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { numbersOf, runStudy, temporaryFolder, type EndedStudy } from './run-study.ts';
import { uniform, writeAwkStudy } from './write-study.ts';

const root = temporaryFolder(afterAll);
const stacks: Stack[] = [];
afterEach(async () => {
  for (const stack of stacks.splice(0)) await stack.stop();
});

async function start(options: StackOptions, faults: readonly string[] = []): Promise<Stack> {
  const plan = join(root, `faults-${Math.random()}.yaml`);
  writeFileSync(plan, ['seed: 7', 'rules:', ...faults.map((rule) => `  - ${rule}`), ''].join('\n'));
  const stack = await startStack({
    speed: 20,
    // Most of these are about downloads.
    smallOutputs: 'downloads',
    ...options,
    ...(faults.length === 0 ? {} : { faults: plan }),
  });
  stacks.push(stack);
  return stack;
}

/** A study of `runs` runs of a trivial model. */
function studyOf(name: string, runs: number, change: { first?: string; further?: string } = {}) {
  return writeAwkStudy(root, {
    ...{ name, inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
    design: `{ method: monte-carlo, runs: ${runs}, seed: 3 }`,
    ...change,
  });
}

const run = (study: string, stack: Stack, results = 'results'): Promise<EndedStudy> =>
  runStudy(study, join(root, results), stack.env, doeflowInProcess);

/** Path -> contents of the tables and of all files of runs; `runs.csv` has the times of its own execution. */
function keptIn({ printed }: EndedStudy): Record<string, string> {
  const folder = printed.resultsDir;
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const kept = paths.filter((path) => /^(?:runs\/.*\.\w+|(?:design|results)\.csv)$/u.test(path));
  return Object.fromEntries(
    kept.sort().map((path) => [path, readFileSync(join(folder, path), 'latin1')]),
  );
}

function expectAllDone({ printed, rows }: EndedStudy, runs: number): void {
  expect(printed).toMatchObject({ status: 'Finished', runs: { done: runs, failed: 0 } });
  numbersOf(rows, 'y').forEach((y, index) =>
    expect(y).toBeCloseTo(2 * Number(rows[index]?.['x']), 12),
  );
}

describe.each([false, true])('on a platform, document only: %s,', (documentOnly) => {
  it('a study ends where 2 % of the downloads are damaged', async () => {
    const stack = await start({ documentOnly }, [
      '{match: {method: GET, path: /api/v2/files/*/contents/, probability: 0.02}, what: damage}',
    ]);
    const runs = longForm ? 250 : 60;
    expectAllDone(await run(studyOf(`damaged-${documentOnly}`, runs), stack), runs);
  });

  it('a job whose first runs fail is seen failing and stopped while the others execute', async () => {
    const stack = await start({ documentOnly });
    const name = `failing-${documentOnly}`;
    const study = studyOf(name, 8, {
      first: '  if (ENVIRON["RESCALE_RUN_NUMBER"] <= 2) exit 3\n  system("sleep 55")',
      further: 'execution: { maxFailedRuns: 1, onLimit: abort }',
    });
    const call = (...args: string[]) => doeflowInProcess(args, stack.env);
    expect((await call('start', study)).exitCode).toBe(0);
    const reasons = async (): Promise<string[]> =>
      (JSON.parse((await call('runs', name, '--json')).stdout) as { reason: string }[])
        .map(({ reason }) => reason)
        .sort();
    let seen: string[] = [];
    await waitFor(
      'two failed runs',
      async () => {
        seen = await reasons();
        return seen.length >= 2;
      },
      120_000,
    );
    expect(seen.slice(0, 2)).toEqual(['exit-code', 'exit-code']);
    const end = await call('watch', name, '--json');
    // Where the platform tells which runs began, the others are withdrawn: two execute at a time.
    const stopped = documentOnly ? 6 : 2;
    expect(JSON.parse(end.stdout)).toMatchObject({
      ...{ status: 'Aborted', runs: { failed: 2, stopped } },
    });
    const words = (await reasons()).filter((reason) => ['exit-code', 'stopped'].includes(reason));
    expect(words).toEqual([
      ...Array.from({ length: 2 }, () => 'exit-code'),
      ...Array.from({ length: stopped }, () => 'stopped'),
    ]);
  });
});

it('a study ends where every sixth call is answered 429', async () => {
  const stack = await start({}, [
    '{match: {method: GET, path: /api/v2/files/*/contents/, every: 6}, what: {throttle: 1}}',
    '{match: {method: GET, path: /api/v2/jobs/*/files/, every: 6}, what: {throttle: 1}}',
  ]);
  const runs = longForm ? 250 : 30;
  expectAllDone(await run(studyOf('throttled', runs), stack), runs);
});

it('a study ends in at most twice the time of its budget for files', async () => {
  // The budget begins with one minute's worth, so that a short study needs a smaller one.
  const [runs, perHour] = longForm ? [150, 7_200] : [20, 3_600];
  const stack = await start({ platformOptions: ['--budget', `file-access=${perHour}`] });
  const startedMs = performance.now();
  expectAllDone(await run(studyOf('budget', runs), stack), runs);
  const ownMs = ((2 * runs - perHour / 60) / perHour) * 3_600_000;
  expect(performance.now() - startedMs).toBeLessThan(2 * Math.max(ownMs, 0) + 60_000);
});

it('a study keeps of files that its runs print what it keeps of downloaded ones', async () => {
  const study = studyOf('equal', 10);
  const downloads = await run(study, await start({}));
  const rows = await run(study, await start({ smallOutputs: 'rows' }), 'of-rows');
  expectAllDone(rows, 10);
  expect(keptIn(rows)).toEqual(keptIn(downloads));
  expect(Object.keys(keptIn(rows))).toContain('runs/10/result.txt');
});
