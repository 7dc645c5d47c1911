/** Inputs that the points of a sequence tie together. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { createDesign } from '../../src/design/index.ts';

const source = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: 0, maxvalue: 1 },
} as const;

type Response = (x: readonly number[]) => number;

/** Reasons of each result of a response of centred inputs v0, v1, … */
function judge(
  method: 'sobol' | 'halton' | 'latin-hypercube',
  [inputs, runs]: readonly [number, number],
  response: Response,
  {
    seed = 1,
    options = {},
    structure = {},
  }: {
    readonly seed?: number;
    readonly options?: Readonly<Record<string, unknown>>;
    readonly structure?: Partial<StudyStructure>;
  } = {},
): Readonly<Record<string, string>> {
  const variables = Array.from({ length: inputs }, (_, j) => ({ name: `v${j}`, source }));
  const design = createDesign({ method, runs, seed, options, variables });
  const columns = design.block(0, runs).map((values) => Float64Array.from(values, Number));
  const y = Float64Array.from({ length: runs }, (_, row) =>
    response(columns.map((values) => (values[row] ?? NaN) - 0.5)),
  );
  const { estimators } = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        ...columns.map((values, j) => ({ name: `v${j}`, role: 'input' as const, values })),
        { name: 'y', role: 'output', values: y },
      ],
    },
    {
      ...{ method, options, seed, variables: variables.map(({ name }) => name) },
      settings: { chaosDegree: 1, levels: { y: { response: [0] } } },
      ...structure,
    },
  );
  return Object.fromEntries(
    estimators.map(({ estimator, reasons }) => [estimator, reasons.join('; ')]),
  );
}

const sum =
  (first: number, second: number): Response =>
  (x) =>
    (x[first] ?? NaN) + (x[second] ?? NaN);
const product =
  (first: number, second: number): Response =>
  (x) =>
    12 * (x[first] ?? NaN) * (x[second] ?? NaN);

describe('a sequence of too few rows for its inputs', () => {
  it('ties the last columns of an unscrambled Halton sequence, and the results say which', () => {
    const reasons = judge('halton', [20, 60], sum(18, 19), { options: { scramble: 'none' } });
    for (const estimator of ['moments', 'levels', 'correlations', 'sensitivity', 'firstOrder']) {
      expect(reasons[estimator]).toMatch(
        /60 rows of a halton sequence tie inputs to each other, .*: v\d+ with v\d+ \(\d+\.\d standard errors\).* leave out `scramble: none`/u,
      );
    }
  });

  it.each([
    ['sobol', [26, 64], sum(9, 25)],
    ['sobol', [27, 128], sum(5, 26)],
    ['sobol', [8, 64], product(1, 7)],
  ] as const)('ties inputs of %s %j in every seed', (method, size, response) => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const { moments } = judge(method, size, response, { seed });
      expect(moments).toMatch(/rows of a sobol sequence tie inputs/u);
    }
  });

  it('is doubted by the rows that gave values', () => {
    const response = product(0, 1);
    const rows = judge('sobol', [2, 64], (x) =>
      (x[0] ?? 0) * (x[1] ?? 0) > 0 ? response(x) : NaN,
    );
    expect(rows['moments']).toMatch(/rows of a sobol sequence tie inputs to each other/u);
  });
});

describe('rows that tell inputs apart', () => {
  it.each([
    ['sobol', [4, 64], {}],
    ['sobol', [8, 1024], {}],
    ['halton', [12, 100], {}],
    ['latin-hypercube', [30, 64], {}],
  ] as const)('are not doubted: %s %j %j', (method, size, options) => {
    const { moments } = judge(method, size, sum(0, 1), { options });
    expect(moments).toBe('');
  });

  it('or that are meant to go together are not doubted', () => {
    const structure = { dependence: 'design.where' };
    expect(judge('sobol', [8, 64], product(1, 7), { structure })['moments']).toBe('');
  });
});
