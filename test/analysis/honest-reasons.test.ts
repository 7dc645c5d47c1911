/** Reasons whose numbers are those that decide, and results of few or equal values that say what they don't show. */
import { describe, expect, it } from 'vitest';
import { convergence } from '../../src/analysis/convergence.ts';
import type { AbsenceReason } from '../../src/run/absent-runs.ts';
import { summariseStudy, type StudyStructure, type StudyTable } from '../../src/analysis/index.ts';
import { moments } from '../../src/analysis/moments.ts';
import { pickFreezeBlocks } from '../../src/analysis/sobol/pick-freeze.ts';
import { deviationOfShare, shareInterval } from '../../src/analysis/share-interval.ts';
import { sobolIndices } from '../../src/analysis/sobol/sobol-indices.ts';
import { createDesign } from '../../src/design/index.ts';
import { createStream } from '../../src/distributions/index.ts';

function uniforms(count: number, name: string): Float64Array {
  const values = new Float64Array(count);
  createStream(7, name).fill(values, 0);
  return values;
}

const structure: StudyStructure = {
  ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['x'] },
};

type Column = StudyTable['columns'][number];

function summarised(x: Float64Array, others: readonly Column[], own = structure) {
  return summariseStudy(
    {
      accepted: Array.from(x, () => true),
      columns: [{ name: 'x', role: 'input', values: x }, ...others],
    },
    own,
  );
}

const output = (values: Float64Array): Column => ({ name: 'y', role: 'output', values });
const constraint = (values: Float64Array): Column => ({ name: 'ok', role: 'constraint', values });

function told(found: ReturnType<typeof summariseStudy>, estimator: string, response = 'y') {
  return found.estimators.find((one) => one.estimator === estimator && one.response === response);
}

describe('values that are all equal', () => {
  it.each([
    [3, 'all 3 values are equal: up to 63 % of further values may differ'],
    [30, 'all 30 values are equal: up to 9.5 % of further values may differ'],
  ])('%i of them are no trusted moments', (count, reason) => {
    const found = summarised(uniforms(count, 'x'), [output(new Float64Array(count).fill(5))]);
    expect(told(found, 'moments')).toMatchObject({ trust: 'limited', reasons: [reason] });
    const unseen = found.moments['y']?.unseenShare ?? 0;
    expect(reason).toContain(`${(100 * unseen).toPrecision(2)} %`);
  });

  it('show no scatter where the rows are chosen', () => {
    const x = Float64Array.from({ length: 8 }, (_, row) => row % 2);
    const chosen = { ...structure, method: 'full-factorial' as const };
    const found = summarised(x, [output(new Float64Array(8).fill(5))], chosen);
    expect(told(found, 'moments')?.reasons[0]).toBe(
      'all 8 values are equal: they show no scatter, and nothing of other runs',
    );
  });

  it('have no interval on the way', () => {
    const values = Float64Array.from({ length: 60 }, (_, row) => (row < 50 ? 5 : 6));
    const steps = convergence(values);
    expect(
      steps.filter(({ halfWidth }) => halfWidth !== undefined).map(({ runs }) => runs),
    ).toEqual([60]);
  });
});

describe('the share of runs that keep a constraint', () => {
  it('has an exact interval, also where all keep it', () => {
    // scipy 1.14: binomtest(100, 100).proportion_ci(), binomtest(196, 200).proportion_ci()
    expect(shareInterval(new Float64Array(100).fill(1), 0.95)?.[0]).toBeCloseTo(0.96378331, 7);
    const most = Float64Array.from({ length: 200 }, (_, row) => (row < 196 ? 1 : 0));
    const [low, high] = shareInterval(most, 0.95) ?? [0, 0];
    expect(low).toBeCloseTo(0.94958639, 7);
    expect(high).toBeCloseTo(0.99452443, 7);
    expect(shareInterval(new Float64Array(3).fill(NaN), 0.95)).toBeUndefined();
  });

  it('counts draws where runs share them', () => {
    const draws = Uint32Array.from({ length: 100 }, (_, row) => row % 10);
    const shared = shareInterval(new Float64Array(100).fill(1), 0.95, draws);
    expect(shared).toEqual(shareInterval(new Float64Array(10).fill(1), 0.95));
  });

  it('isn’t said to count runs that repeat others where it counts draws', () => {
    const x = Float64Array.from({ length: 200 }, (_, run) => uniforms(40, 'x')[run % 40] ?? 0);
    const kept = constraint(x.map((value) => (value < 0.5 ? 1 : 0)));
    const found = summarised(x, [kept], { ...structure, replicates: 5 });
    expect(told(found, 'moments', 'ok')?.reasons).toEqual([
      '160 of 200 runs repeat others, or nearly, in every input and the response: they add nothing, and results that count each run seem surer than they are',
    ]);
  });

  it('gives that of the standard deviation', () => {
    expect(deviationOfShare([0.9, 1])).toEqual([0, Math.sqrt(0.9 * (1 - 0.9))]);
    expect(deviationOfShare([0.4, 0.7])[1]).toBe(0.5);
  });

  it('is judged, and its interval on the way has a width', () => {
    const x = uniforms(200, 'x');
    const kept = (limit: number): Column => constraint(x.map((value) => (value < limit ? 1 : 0)));
    const all = summarised(x, [output(x), kept(2)]);
    expect(told(all, 'moments', 'ok')).toMatchObject({
      trust: 'limited',
      reasons: ['all 200 values are equal: up to 1.5 % of further values may differ'],
    });
    expect(all.moments['ok']?.confidence?.mean[0]).toBeCloseTo(0.98172, 4);
    for (const { runs, interval } of all.convergence['ok']?.slice(1) ?? []) {
      expect(interval?.[0], String(runs)).toBeLessThan(1);
    }
    const few = summarised(x, [output(x), kept(0.97)]);
    expect(told(few, 'moments', 'ok')?.reasons[0]).toMatch(
      /^\d of 200 runs break it: too few to tell its share to a factor of 2 \(15 on its rarer side\)$/u,
    );
    const half = summarised(x, [output(x), kept(0.5)]);
    expect(told(half, 'moments', 'ok')).toMatchObject({ trust: 'good', reasons: [] });
  });

  it('is judged as a response with its other results, too', () => {
    const x = uniforms(200, 'x');
    const condition = constraint(x.map((value) => (value < 0.5 ? 1 : 0)));
    const found = summarised(x, [output(x), condition]);
    const same = summarised(x, [{ ...condition, role: 'output' }]);
    const judged = ['correlations', 'sensitivity', 'firstOrder', 'quadratic'];
    for (const name of judged) {
      expect(told(found, name, 'ok'), name).toEqual(told(same, name, 'ok'));
      expect(told(found, name, 'ok'), name).toBeDefined();
    }
    expect(told(found, 'correlations', 'ok')?.reasons[0]).toContain('takes 2 values only');
    // What no constraint has isn't judged either.
    expect(found.estimators.filter(({ response }) => response === 'ok')).toHaveLength(5);
  });

  it.each([
    ['saltelli', 'sobol', { baseSamples: 4 }, 3],
    ['morris', 'morris', { trajectories: 4 }, 2],
  ] as const)('is judged in its indices from a %s design', (method, name, options, perRow) => {
    const settings = { minvalue: 0, maxvalue: 1 };
    const source = { kind: 'generator', generator: 'Uniform', settings } as const;
    const design = createDesign({ method, options, seed: 1, variables: [{ name: 'x', source }] });
    const x = Float64Array.from(design.block(0, design.rowCount)[0] ?? [], Number);
    expect(x).toHaveLength(4 * perRow);
    const condition = constraint(x.map((value) => (value < 0.5 ? 1 : 0)));
    const found = summarised(x, [condition], { ...structure, method, options });
    expect(found[name]?.[0]?.response).toBe('ok');
    const same = summarised(x, [{ ...condition, role: 'output' }], {
      ...structure,
      method,
      options,
    });
    expect(told(found, name, 'ok')).toEqual(told(same, name, 'ok'));
    expect(told(found, name, 'ok')).toBeDefined();
  });
});

it('a long tail, or values to one side, are told by the numbers that decide, of draws by those of the draws', () => {
  const x = uniforms(60, 'tail');
  const both = Float64Array.from({ length: 120 }, (_, run) => x[run >> 1] ?? 0);
  const site = Float64Array.from({ length: 120 }, (_, run) => run % 2);
  const y = both.map((value, run) => value ** 2 + 1e6 + (run % 2) / 2);
  const found = summarised(both, [{ name: 'site', role: 'case', values: site }, output(y)], {
    ...structure,
    cases: 2,
  });
  const reason = told(found, 'moments')?.reasons.find((one) => one.includes('are skewed')) ?? '';
  const [, skewness = 0, kurtosis = 0] =
    /skewness (-?[\d.]+), excess kurtosis (-?[\d.]+)/u.exec(reason)?.map(Number) ?? [];
  expect(Math.max(kurtosis, 1.5 * skewness ** 2)).toBeGreaterThan(0.5);
  expect(reason).toMatch(/^the means of the 60 different rows of the inputs are skewed/u);
});

it('the runs that narrow an index follow from its own width, of blocks whole ones', () => {
  const variables = ['x', 'z', 'w'];
  const uniform = { kind: 'generator', generator: 'Uniform' } as const;
  const source = { ...uniform, settings: { minvalue: 0, maxvalue: 1 } };
  const options = { baseSamples: 64, secondOrder: true, scramblings: 1 };
  const own = variables.map((name) => ({ name, source }));
  const design = createDesign({ method: 'saltelli', seed: 3, options, variables: own });
  const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
  const [x, z, w] = columns as [Float64Array, Float64Array, Float64Array];
  const y = x.map((value, row) => Math.sin(7 * value) + 3 * (z[row] ?? 0) * (w[row] ?? 0) ** 3);
  const found = summarised(
    x,
    [{ name: 'z', role: 'input', values: z }, { name: 'w', role: 'input', values: w }, output(y)],
    { ...structure, method: 'saltelli', options, variables },
  );
  const reason = told(found, 'firstOrder')?.reasons[0] ?? '';
  const halves = (found.sensitivity[0]?.inputs ?? []).map(
    ({ firstOrderInterval: [low, high] = [0, 0] }) => (high - low) / 2,
  );
  const widest = Math.max(...halves);
  expect(widest).toBeGreaterThan(0.1);
  const needed = 8 * Math.ceil((design.rowCount * (widest / 0.1) ** 2) / 8);
  expect(needed).toBeGreaterThan(design.rowCount);
  expect(reason).toContain(`about ${needed} runs make it ± 0.1, and the indices of the Saltelli`);
});

it('the largest doubles have a standard deviation, and intervals where they are numbers', () => {
  const values = uniforms(24, 'y').map((value, row) =>
    row === 18 ? 1e307 : row === 19 ? Number.MAX_VALUE : row === 20 ? -Number.MAX_VALUE : value,
  );
  const { standardDeviation = NaN } = moments(values) ?? {};
  // The mean is beside 0, so that the lowest value is further from it than the largest double.
  expect(standardDeviation / (Number.MAX_VALUE * Math.sqrt(2 / 23))).toBeCloseTo(1, 2);
  const found = summarised(uniforms(24, 'x'), [output(values)]);
  expect(found.moments['y']?.confidence?.standardDeviation.every(Number.isFinite)).toBe(true);
  expect(told(found, 'moments')?.reasons.join()).not.toContain('beyond the largest number');
});

it('a first index of an input that does nothing is as uncertain as its total', () => {
  const blocks = pickFreezeBlocks(32 * 4, 2, false);
  if (blocks === undefined) throw new Error('Expected blocks, got none');
  const u = uniforms(32 * 4, 'u');
  const noise = uniforms(32 * 4, 'noise');
  // Place 0 is A, 1 changes what acts, 2 what doesn't (but for the solver's noise), 3 is B.
  const y = u.map((own, row) => {
    const of = row % 4 === 2 ? (u[row - 2] ?? 0) : row % 4 === 1 ? (u[row + 2] ?? 0) : own;
    return of + 1e-9 * (noise[row] ?? 0);
  });
  const { first, total } = sobolIndices(y, blocks);
  expect(Math.abs(first[1]?.value ?? 1)).toBeLessThan(1e-7);
  expect(total[1]?.halfWidth).toBeGreaterThan(0.1);
  expect(first[1]?.halfWidth).toBeCloseTo(total[1]?.halfWidth ?? NaN, 6);
});

describe('missing runs', () => {
  const x = uniforms(40, 'x');
  const warnings = (
    accepted: (row: number) => boolean,
    values = x,
    absences?: readonly AbsenceReason[],
  ) =>
    summariseStudy(
      {
        accepted: Array.from(x, (_, row) => accepted(row)),
        columns: [{ name: 'x', role: 'input', values: x }, output(values)],
        ...(absences && { absences }),
      },
      structure,
    ).warnings.join('\n');

  it('leave nothing where all are missing', () => {
    expect(warnings(() => false)).toContain(
      '40 of 40 runs are missing: no run is left, so there are no results.',
    );
    const absences = Array.from(x, (_, row) => (row < 20 ? 'not run yet' : 'failed'));
    expect(warnings(() => false, x, absences)).toContain(
      '40 of 40 runs are missing (20 not run yet, 20 failed): no run has a result yet.',
    );
  });

  it('leave no result of what no run gave', () => {
    expect(warnings(() => true, new Float64Array(40).fill(NaN))).toContain(
      '40 of 40 runs that are done gave no value of y: there are no results of it.',
    );
  });
});
