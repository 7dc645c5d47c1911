/** Small output files come with the rows of runs: a platform of which every download is damaged gives the whole table. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
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

const run = (study: string, stack: Stack): Promise<EndedStudy> =>
  runStudy(study, join(root, 'results'), stack.env, doeflowInProcess);

function expectAllDone({ printed, rows }: EndedStudy, runs: number): void {
  expect(printed).toMatchObject({ status: 'Finished', runs: { done: runs, failed: 0 } });
  numbersOf(rows, 'y').forEach((y, index) =>
    expect(y).toBeCloseTo(2 * Number(rows[index]?.['x']), 12),
  );
}

it('a study asks for no small file where the platform serves its runs', async () => {
  const stack = await start({}, [
    '{match: {method: GET, path: /api/v2/files/*/contents/, probability: 1}, what: damage}',
  ]);
  expectAllDone(await run(studyOf('rows', 10), stack), 10);
});
