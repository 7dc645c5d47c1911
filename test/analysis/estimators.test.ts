import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convergence } from '../../src/analysis/convergence.ts';
import { failureBias } from '../../src/analysis/failures/failure-bias.ts';
import { givenDataIndex } from '../../src/analysis/given-data-index.ts';
import { leastSquares } from '../../src/analysis/least-squares.ts';
import { factorialEffects } from '../../src/analysis/factorial/factorial-effects.ts';
import { levelMeans } from '../../src/analysis/main-effects.ts';
import { elementaryEffects, morrisEffects } from '../../src/analysis/morris/morris-effects.ts';
import { hypervolume, paretoFront } from '../../src/analysis/pareto-front.ts';
import { pearson } from '../../src/analysis/pearson.ts';
import { pickFreezeBlocks, type PickFreezeBlocks } from '../../src/analysis/sobol/pick-freeze.ts';
import { sampleQuantile, sortedFinite } from '../../src/analysis/quantiles.ts';
import { ranks } from '../../src/numbers/ranks.ts';
import { quadraticSurface } from '../../src/analysis/surface/response-surface.ts';
import { sobolIndices } from '../../src/analysis/sobol/sobol-indices.ts';
import { chiSquareQuantile, createStream, studentQuantile } from '../../src/distributions/index.ts';

interface Reference {
  readonly sobol: Readonly<Record<'response' | 'S1' | 'ST' | 'S1conf' | 'STconf', number[]>> & {
    readonly S2: readonly (readonly [number, number, number])[];
  };
  readonly morris: { readonly inputs: number[][] } & Readonly<
    Record<'response' | 'mu' | 'muStar' | 'sigma', number[]>
  >;
  readonly table: {
    readonly inputs: number[][];
    readonly quantiles: readonly (readonly [number, number])[];
    readonly leaveOneOut: number;
    readonly residual: number;
    readonly mannWhitneyP: number;
    readonly mannWhitneyShare: number;
  } & Readonly<Record<'response' | 'spearman' | 'coefficients' | 'standardErrors', number[]>>;
  readonly t: readonly (readonly [number, number, number])[];
  readonly chi2: readonly (readonly [number, number, number])[];
}

const reference = JSON.parse(
  readFileSync(new URL('../reference/analysis.json', import.meta.url), 'utf8'),
) as Reference;

function uniforms(count: number, name: string): Float64Array {
  const column = new Float64Array(count);
  createStream(17, name).fill(column, 0);
  return column;
}

describe("Sobol' indices", () => {
  const { response, S1, ST, S2, S1conf, STconf } = reference.sobol;
  const y = Float64Array.from(response);
  const blocks = pickFreezeBlocks(y.length, 3, true) as PickFreezeBlocks;

  it('equal those of SALib on the same sample', () => {
    const found = sobolIndices(y, blocks);
    found.first.forEach((index, j) => expect(index?.value).toBeCloseTo(S1[j] ?? NaN, 9));
    found.total.forEach((index, j) => expect(index?.value).toBeCloseTo(ST[j] ?? NaN, 9));
    for (const [j, k, value] of S2) {
      const own = found.second.find((entry) => entry.j === j && entry.k === k);
      expect(own?.index.value).toBeCloseTo(value, 9);
    }
    // Bootstrap draws differ, so widths agree only roughly.
    found.first.forEach((index, j) => {
      expect((index?.halfWidth ?? 0) / (S1conf[j] ?? 1)).toBeGreaterThan(0.6);
      expect((index?.halfWidth ?? 9) / (S1conf[j] ?? 1)).toBeLessThan(1.7);
    });
    found.total.forEach((index, j) => {
      expect((index?.halfWidth ?? 0) / (STconf[j] ?? 1)).toBeGreaterThan(0.6);
      expect((index?.halfWidth ?? 9) / (STconf[j] ?? 1)).toBeLessThan(1.7);
    });
  });

  it('leave out a block only where the index needs the run that failed', () => {
    const incomplete = y.slice();
    incomplete[8 * 3 + 2] = NaN; // AB_2 of block 3
    incomplete[8 * 5] = NaN; // A of block 5
    const found = sobolIndices(incomplete, blocks, { resamples: 0, confidence: 0.95, seed: 1 });
    expect(found.first.map((index) => index?.blocks)).toEqual([63, 62, 63]);
    expect(found.total.map((index) => index?.blocks)).toEqual([63, 62, 63]);
    expect(found.second.map(({ index }) => index.blocks)).toEqual([62, 63, 62]);
    found.first.forEach((index, j) =>
      expect(Math.abs((index?.value ?? 9) - (S1[j] ?? 0))).toBeLessThan(0.15),
    );
  });

  it('are absent where nothing is left or nothing varies', () => {
    expect(
      sobolIndices(
        y.map(() => NaN),
        blocks,
      ).first,
    ).toEqual([undefined, undefined, undefined]);
    expect(
      sobolIndices(
        y.map(() => 4),
        blocks,
      ).total,
    ).toEqual([undefined, undefined, undefined]);
    expect(pickFreezeBlocks(17, 3, true)).toBeUndefined();
  });
});

describe('Morris measures', () => {
  const { inputs, response, mu, muStar, sigma } = reference.morris;
  const columns = inputs.map((values, j) => ({
    name: `x${j}`,
    values: Float64Array.from(values),
    range: Math.max(...values) - Math.min(...values),
  }));

  it('equal those of SALib on the same trajectories', () => {
    morrisEffects(elementaryEffects(columns, Float64Array.from(response))).forEach((effect, j) => {
      expect(effect.mu).toBeCloseTo(mu[j] ?? NaN, 9);
      expect(effect.muStar).toBeCloseTo(muStar[j] ?? NaN, 9);
      expect(effect.sigma).toBeCloseTo(sigma[j] ?? NaN, 9);
    });
  });

  it('lose two effects by a failed run, of its own trajectory', () => {
    const incomplete = Float64Array.from(response);
    incomplete[5] = NaN;
    const counts = morrisEffects(elementaryEffects(columns, incomplete)).map(({ count }) => count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(34);
  });
});

describe('regression and ranks', () => {
  const { table } = reference;
  const y = Float64Array.from(table.response);
  const inputs = table.inputs.map((values) => Float64Array.from(values));

  it('fits, errors and leave-one-out errors equal those of numpy', () => {
    const fit = leastSquares([y.map(() => 1), ...inputs], y);
    fit?.coefficients.forEach((b, index) =>
      expect(b).toBeCloseTo(table.coefficients[index] ?? NaN, 12),
    );
    fit?.standardErrors.forEach((b, index) =>
      expect(b).toBeCloseTo(table.standardErrors[index] ?? NaN, 12),
    );
    expect(fit?.residualSquares).toBeCloseTo(table.residual, 10);
    expect(fit?.leaveOneOutSquares).toBeCloseTo(table.leaveOneOut, 10);
    expect(leastSquares([y, y], y)).toBeUndefined();
  });

  it('rank correlations with ties and quantiles equal those of scipy and numpy', () => {
    inputs.forEach((x, j) =>
      expect(pearson(ranks(x), ranks(y))).toBeCloseTo(table.spearman[j] ?? NaN, 12),
    );
    for (const [p, value] of table.quantiles)
      expect(sampleQuantile(sortedFinite(y), p)).toBeCloseTo(value, 12);
  });

  it('failures that go with an input are found by the rank-sum test of scipy', () => {
    const accepted = Array.from(y, (_, row) => row >= 10);
    const found = failureBias([{ name: 'x', values: y }], accepted);
    if (table.mannWhitneyP > 0.01) expect(found).toEqual([]);
    const sorted = y.slice().sort();
    const [bias] = failureBias([{ name: 'x', values: sorted }], accepted);
    expect(bias).toMatchObject({ input: 'x', side: 'low', share: 0 });
    expect(bias?.pValue).toBeLessThan(1e-5);
    expect(failureBias([{ name: 'x', values: uniforms(40, 'noise') }], accepted)).toEqual([]);
  });
});

it.each(reference.t)("Student's t at %f with %f degrees of freedom", (p, freedom, value) => {
  expect(Math.abs(studentQuantile(p, freedom) / value - 1)).toBeLessThan(1e-11);
});

it.each(reference.chi2)('chi-square at %f with %f degrees of freedom', (p, freedom, value) => {
  const error = Math.abs(chiSquareQuantile(p, freedom) - value);
  expect(error).toBeLessThanOrEqual(1e-11 * value + 1e-320);
});

it('a quadratic is found again by its surface, and predicted', () => {
  const [a, b] = [uniforms(40, 'a'), uniforms(40, 'b')];
  const f = (x: number, y: number): number => 3 + x - 2 * y + 0.5 * x * y - x * x;
  const surface = quadraticSurface(
    [a, b],
    a.map((x, row) => f(x, b[row] ?? 0)),
  );
  expect(surface?.r2).toBeCloseTo(1, 12);
  expect(surface?.q2).toBeCloseTo(1, 12);
  expect(surface?.predict([0.2, 0.7])).toBeCloseTo(f(0.2, 0.7), 10);
  const noise = quadraticSurface([a, b], uniforms(40, 'noise'));
  expect(noise?.q2).toBeLessThan(0.2);
});

it("given data gives the first-order indices of Ishigami's function", () => {
  const n = 20_000;
  const x = [0, 1, 2].map((j) => uniforms(n, `x${j}`).map((u) => Math.PI * (2 * u - 1)));
  const y = Float64Array.from({ length: n }, (_, row) => {
    const [a = 0, b = 0, c = 0] = x.map((column) => column[row] ?? 0);
    return Math.sin(a) + 7 * Math.sin(b) ** 2 + 0.1 * c ** 4 * Math.sin(a);
  });
  const found = x.map((column) => givenDataIndex(column, y)?.value ?? NaN);
  expect(Math.abs((found[0] ?? 9) - 0.3139)).toBeLessThan(0.02);
  expect(Math.abs((found[1] ?? 9) - 0.4424)).toBeLessThan(0.02);
  expect(Math.abs(found[2] ?? 9)).toBeLessThan(0.01);
});

it('effects of two-level factors come out of a fraction with a missing run', () => {
  const rows = [-1, 1].flatMap((c) => [-1, 1].flatMap((b) => [-1, 1].map((a) => [a, b, c])));
  const factors = [0, 1, 2].map((j) => Float64Array.from(rows, (row) => row[j] ?? 0));
  const y = Float64Array.from(
    rows,
    ([a = 0, b = 0, c = 0]) => 10 + 2 * a - b + 0.5 * a * b + 0 * c,
  );
  y[3] = NaN;
  const found = factorialEffects(factors, y);
  expect(found?.effects.find(({ factors: f }) => f.join() === '0')?.effect).toBeCloseTo(4, 10);
  expect(found?.effects.find(({ factors: f }) => f.join() === '0,1')?.effect).toBeCloseTo(1, 10);
  expect(found?.effects.find(({ factors: f }) => f.join() === '2')?.effect).toBeCloseTo(0, 10);
  expect(levelMeans(['a', 'b', 'a'], Float64Array.of(1, 5, 3))).toMatchObject([
    { level: 'a', count: 2, mean: 2 },
    { level: 'b', count: 1, mean: 5 },
  ]);
});

it('the Pareto front holds what nothing beats, and its hypervolume is exact', () => {
  const objectives = [Float64Array.of(1, 2, 3, 2, NaN, 1), Float64Array.of(3, 2, 1, 3, 0, 3)];
  expect(paretoFront(objectives)).toEqual([0, 1, 2, 5]);
  expect(
    hypervolume(
      [
        [1, 3],
        [2, 2],
        [3, 1],
      ],
      [4, 4],
    ),
  ).toBe(6);
  expect(
    hypervolume(
      [
        [0, 0, 0],
        [9, 9, 9],
      ],
      [1, 2, 3],
    ),
  ).toBe(6);
  expect(
    hypervolume(
      [
        [1, 1, 2],
        [2, 2, 1],
      ],
      [3, 3, 3],
    ),
  ).toBe(5);
});

it('convergence tells the mean after more and more runs', () => {
  const steps = convergence(Float64Array.of(1, 2, NaN, 3, 4));
  expect(steps.map(({ runs, mean }) => [runs, mean])).toEqual([
    [1, 1],
    [2, 1.5],
    [4, 2.5],
  ]);
  expect(steps[2]?.halfWidth).toBeCloseTo((3.182446305284263 * Math.sqrt(5 / 3)) / 2, 10);
});

it('the interval of an index from given data holds what bins hide, and is never nothing', () => {
  const n = 200;
  const x = uniforms(n, 'wave');
  const wave = givenDataIndex(
    x,
    x.map((u) => Math.sin(24 * Math.PI * u)),
  );
  // Twelve waves in nine bins: the bins see little of what explains all.
  expect(wave?.value).toBeLessThan(0.3);
  expect(wave?.interval[1]).toBeGreaterThan(0.8);
  const two = x.map((u) => Number(u > 0.5));
  const [low = 0, high = 0] = givenDataIndex(two, two)?.interval ?? [];
  expect(high - low).toBeCloseTo(2 * (1 - 0.05 ** (1 / n)), 12);
  expect(givenDataIndex(x.slice(0, 19), x.slice(0, 19))).toBeUndefined();
});
