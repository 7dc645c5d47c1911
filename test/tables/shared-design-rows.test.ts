import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compileRunExpression } from '../../src/expressions/index.ts';
import * as sources from '../../src/tables/index.ts';
import { furtherRuns, growStudy } from '../../src/study/grow-study.ts';
import { fileSink } from '../../src/files/index.ts';
import type { Plan } from '../../src/study/plan.ts';
import { planStudy } from '../../src/study/plan-study.ts';
import { parseStudy } from '../../src/study-file/index.ts';
import type { Study } from '../../src/study/study.ts';
import { compiledSources } from '../local-platform/running/compiled-sources.ts';

let root = '';
let built: typeof sources;
beforeAll(async () => {
  const program = pathToFileURL(join(compiledSources(), 'src', 'tables', 'index.js')).href;
  built = (await import(/* @vite-ignore */ program)) as typeof sources;
}, 120_000);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-rows-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function studyOf(design: string): Study {
  const { study } = parseStudy(
    `name: wide
variables:
  - { name: a, type: Param, generator: Normal, settings: { mean: 0, stddev: 1 } }
  - { name: b, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 }, format: '0.000' }
  - { name: c, type: Param, expression: a * b }
  - { name: grade, type: Param, values: [S235, 'S355, old'] }
  - { name: y, type: Output, from: { file: out.json, pointer: /y } }
design: ${design}
job:
  analysis: { code: user_included, version: '0' }
  command: ./model \${a} \${b} \${c} \${grade}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
`,
    { file: 'study.yaml', readFile: () => undefined, fileExists: () => false },
  );
  return study;
}

const planOf = (study: Study): Plan =>
  planStudy(study, { tables: new Map(), compileRunExpression });

/** The table as the built program writes it, with threads where it takes them. */
async function writtenByProgram(study: Study, plan: Plan): Promise<Buffer> {
  const path = join(root, 'program.csv');
  await built.writeDesignTable(fileSink(path), study, plan);
  return readFileSync(path);
}

describe('the design table of a large study', { timeout: 60_000 }, () => {
  it.each([
    '{ method: latin-hypercube, runs: 81000, includeNominalRun: true }',
    '{ method: sobol, runs: 65536, replicates: 2 }',
  ])('is the same bytes made by several threads: %s', async (design) => {
    const study = studyOf(design);
    const plan = planOf(study);
    expect(plan.origin).toBeDefined();
    await sources.writeDesignTable(fileSink(join(root, 'own.csv')), study, plan);
    const table = await writtenByProgram(study, plan);
    expect(table.equals(readFileSync(join(root, 'own.csv')))).toBe(true);
  });

  it('is that of the further runs alone where a design grows', async () => {
    const study = studyOf('{ method: monte-carlo, runs: 10 }');
    const grown = growStudy(study, 100_000);
    const further = furtherRuns(planOf(grown), planOf(study));
    await sources.writeDesignTable(fileSink(join(root, 'own.csv')), grown, further);
    const table = await writtenByProgram(grown, further);
    expect(table.equals(readFileSync(join(root, 'own.csv')))).toBe(true);
    expect(table.subarray(0, 20).toString()).toMatch(/^run,a,b,c,grade\n11,/u);
  });

  it('names what went wrong on a thread, and leaves no file', async () => {
    const study = studyOf('{ method: monte-carlo, runs: 100000 }');
    const plan = planOf(study);
    const broken = {
      ...plan,
      origin: {
        study: { ...study, design: { ...study.design, runs: -1 } },
        tables: new Map(),
        from: 0,
      },
    };
    await expect(writtenByProgram(study, broken)).rejects.toThrow('Expected `runs` of design');
    expect(() => readFileSync(join(root, 'program.csv'))).toThrow('ENOENT');
  });
});
