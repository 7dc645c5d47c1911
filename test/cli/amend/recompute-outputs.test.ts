import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { recomputeOutputs } from '../../../src/cli/amend/recompute-outputs.ts';
import { compileRunExpression } from '../../../src/expressions/compile-run-expression.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import { keepOutcomes, layout, type DocumentFolder } from '../../../src/store/index.ts';
import { parseStudy } from '../../../src/study-file/index.ts';
import { planStudy } from '../../../src/study/plan-study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const text = `name: beam
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: z, type: Output, from: { file: out.txt, key: z } }
  - { name: twice, type: Objective, goal: minimize, expression: 2 * z }
design: { method: monte-carlo, runs: 4, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 4, walltime: 1 }
`;

let folder: DocumentFolder;
beforeEach(async () => {
  let clean = (): void => undefined;
  folder = (await temporaryStore((remove) => (clean = remove))).study('beam-1');
  return () => clean();
});

async function leave(run: number, content: string): Promise<void> {
  const kept = await folder.workspace(layout.runFiles(run, 1));
  mkdirSync(kept.directory, { recursive: true });
  writeFileSync(join(kept.directory, 'out.txt'), content);
  await kept.publish();
}

const md5Of = (content: string): string => createHash('md5').update(content).digest('hex');
const amended = () => {
  const { study } = parseStudy(text, {
    file: 'study.yaml',
    readFile: () => '',
    fileExists: () => true,
  });
  return { study, plan: planStudy(study, { tables: new Map(), compileRunExpression }) };
};

describe('outputs that are amended', () => {
  it('are read of no file that was changed since it was collected, or is gone', async () => {
    const files = { 'out.txt': md5Of('z = 10\n') };
    const ran = { attempt: 1, jobNumber: 1, values: { z: 10 }, status: 'Done', files } as const;
    await keepOutcomes(
      folder,
      1,
      [1, 2, 3].map((run): RunOutcome => ({ ...ran, run })),
    );
    await leave(1, 'z = 10\n');
    await leave(2, 'z = 90\n');
    const { outcomes, notRead } = await recomputeOutputs(folder, amended(), 2);
    expect(outcomes.map(({ values }) => values['z'])).toEqual([10, null, null]);
    const why = expect.stringContaining("out.txt in the store isn't what was collected") as string;
    expect(notRead).toEqual([2, 3].map((run) => ({ run, why })));
  });

  it('are read from the collected files of runs that are done, or failed for their outputs alone', async () => {
    const ran = { attempt: 1, jobNumber: 1, values: { y: 1 } };
    const outcomes: RunOutcome[] = [
      { ...ran, run: 1, status: 'Done' },
      { ...ran, run: 2, status: 'Failed', reason: 'output-missing', message: 'no y' },
      { ...ran, run: 3, status: 'Failed', reason: 'timeout' },
      { ...ran, run: 4, status: 'Done' },
    ];
    await keepOutcomes(folder, 1, outcomes);
    await leave(1, 'z = 10\n');
    await leave(2, 'z = 20\n');
    await leave(3, 'z = 30\n');
    await leave(4, 'y = 1\n');
    const found = await recomputeOutputs(folder, amended(), 2);
    expect(found.mended).toEqual([2]);
    expect(found.notRead).toEqual([{ run: 4, why: expect.stringMatching(/^z: .*z/u) }]);
    const done = { attempt: 1, jobNumber: 1, judgedWith: 2, status: 'Done' };
    expect(found.outcomes).toEqual([
      { ...done, run: 1, values: { z: 10, twice: 20 } },
      { ...done, run: 2, values: { z: 20, twice: 40 } },
      {
        ...{ ...done, run: 4, values: { z: null, twice: null } },
        message: expect.stringContaining('not read anew: z: ') as string,
      },
    ]);
  });
});
