import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickFreezeBlocks } from '../../src/analysis/sobol/pick-freeze.ts';
import { sobolIndices, type SobolIndices } from '../../src/analysis/sobol/sobol-indices.ts';
import { createDesign, type DesignVariable } from '../../src/design/index.ts';
import { centredDiscrepancy } from '../../src/design/exchange/centred-discrepancy.ts';
import { fileSink } from '../../src/files/index.ts';
import { writeDesignTable } from '../../src/tables/index.ts';
import { parseStudy, planLoadedStudy } from '../../src/study-file/index.ts';
import type { DesignMethod } from '../../src/design/design-settings.ts';

const laws = [
  { generator: 'Normal', settings: { mean: 0, stddev: 1 } },
  { generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
  { generator: 'LogNormal', settings: { mu: 0, sigma: 1 } },
  { generator: 'Triangular', settings: { minvalue: 0, mode: 1, maxvalue: 3 } },
] as const;
const eight = Array.from({ length: 8 }, (_, index) => ({
  name: `x${index}`,
  law: laws[index % 4] ?? laws[0],
}));

/** All values of a design of eight variables, two each of four laws. */
export function sample(method: DesignMethod, runs: number): void {
  const variables = eight.map(({ name, law }): DesignVariable => ({
    name,
    source: { kind: 'generator', ...law },
  }));
  createDesign({ method, runs, seed: 1, variables, options: {} }).block(0, runs);
}

/** A study file of those eight variables. */
export function studyText(method: DesignMethod, runs: number): string {
  const variables = eight.map(({ name, law }) => ({ name, type: 'Param', ...law }));
  return JSON.stringify({
    name: 'wide',
    variables: [
      ...variables,
      { name: 'y', type: 'Output', from: { file: 'y.json', pointer: '/y' } },
    ],
    design: { method, runs, seed: 1 },
    job: {
      analysis: { code: 'user_included', version: '0' },
      command: './model ${x0}',
      hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1, walltime: 1 },
    },
  });
}

/** Plans such a study and writes its table as `doeflow plan --design` does, with threads. */
export async function writeTable(runs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-bench-'));
  const text = studyText('monte-carlo', runs);
  const parsed = parseStudy(text, {
    file: 'study.yaml',
    readFile: () => undefined,
    fileExists: () => false,
  });
  const plan = planLoadedStudy({ ...parsed, file: 'study.yaml', text });
  try {
    await writeDesignTable(fileSink(join(folder, 'design.csv')), parsed.study, plan);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Saltelli blocks of Ishigami's function, a = 7, b = 0.1. */
export function ishigami(base: number, seed: number, resamples: number): SobolIndices {
  const variables = ['x1', 'x2', 'x3'].map((name): DesignVariable => ({
    name,
    source: {
      kind: 'generator',
      generator: 'Uniform',
      settings: { minvalue: -Math.PI, maxvalue: Math.PI },
    },
  }));
  const options = { baseSamples: base };
  const design = createDesign({ method: 'saltelli', seed, variables, options });
  const [a = [], b = [], c = []] = design
    .block(0, design.rowCount)
    .map((column) => Float64Array.from(column, Number));
  const response = Float64Array.from(a, (x, row) => {
    const [y, z] = [b[row] ?? NaN, c[row] ?? NaN];
    return Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
  });
  const blocks = pickFreezeBlocks(design.rowCount, 3, false);
  if (!blocks) throw new RangeError(`Expected whole blocks, got ${design.rowCount} rows`);
  return sobolIndices(response, blocks, { resamples, confidence: 0.95, seed });
}

const exact = {
  first: [0.3139051911, 0.4424111448, 0],
  total: [0.5575888552, 0.4424111448, 0.2436836641],
} as const;

/** How far the worst index of an order is off. */
export function largestError(found: SobolIndices, order: 'first' | 'total'): number {
  const errors = exact[order].map((value, j) => Math.abs((found[order][j]?.value ?? NaN) - value));
  return Math.max(...errors);
}

/** Squared centred discrepancy of 128 rows of five uniform variables. */
export function discrepancy(
  method: DesignMethod,
  options: Readonly<Record<string, unknown>>,
  seed: number,
): number {
  const variables = Array.from({ length: 5 }, (_, index): DesignVariable => ({
    name: `x${index}`,
    source: { kind: 'generator', generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
  }));
  const points = createDesign({ method, runs: 128, seed, variables, options }).block(0, 128);
  return centredDiscrepancy(points.map((column) => Float64Array.from(column, Number)));
}
