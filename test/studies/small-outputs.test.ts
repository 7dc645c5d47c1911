/** Small output files come with the rows of runs: a platform of which every download is damaged gives the whole table. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { startStack } from '../kit/start-stack.ts';
import { numbersOf, runStudy, temporaryFolder } from './run-study.ts';
import { uniform, writeAwkStudy } from './write-study.ts';

const root = temporaryFolder(afterAll);

it('a study asks for no small file where the platform serves its runs', async () => {
  const faults = join(root, 'faults.yaml');
  const damage =
    '{match: {method: GET, path: /api/v2/files/*/contents/, probability: 1}, what: damage}';
  writeFileSync(faults, `seed: 7\nrules:\n  - ${damage}\n`);
  const stack = await startStack({ speed: 20, faults, smallOutputs: 'rows' });
  try {
    const study = writeAwkStudy(root, {
      ...{ name: 'rows', inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
      design: '{ method: monte-carlo, runs: 10, seed: 3 }',
    });
    const results = join(root, 'results');
    const { printed, rows } = await runStudy(study, results, stack.env, doeflowInProcess);
    expect(printed).toMatchObject({ status: 'Finished', runs: { done: 10, failed: 0 } });
    expect(rows).toHaveLength(10);
    numbersOf(rows, 'y').forEach((y, index) =>
      expect(y).toBeCloseTo(2 * Number(rows[index]?.['x']), 12),
    );
  } finally {
    await stack.stop();
  }
});
