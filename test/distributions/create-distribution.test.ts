import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createDistribution,
  generatorNames,
  kindOfGenerator,
} from '../../src/distributions/index.ts';
import type { GeneratorName } from '../../src/distributions/generator.ts';
import { DesignError } from '../../src/errors.ts';

interface Reference {
  readonly generator: GeneratorName;
  readonly settings: Readonly<Record<string, number | readonly number[]>>;
  readonly quantiles: readonly (readonly [number, number])[];
  readonly cdf: readonly (readonly [number, number, number])[];
  readonly mean: number;
  readonly variance: number;
}

const reference = JSON.parse(
  readFileSync(new URL('../reference/distributions.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Reference[] };

function relativeError(got: number, expected: number): number {
  return got === expected ? 0 : Math.abs(got - expected) / Math.max(Math.abs(expected), 1e-300);
}

describe('a LogNormal by its mean and deviation', () => {
  it.each([
    [1e-8, 3.864522081328958e-44],
    [1e-5, 1.5769099775781001e-17],
  ])('has the probability of 40-digit arithmetic below %d, far under its mean', (x, expected) => {
    const { cdf } = createDistribution('LogNormal', { mean: 1, stddev: 2 });
    expect(relativeError(cdf(x), expected)).toBeLessThan(1e-12);
  });
});

describe.each(reference.cases)('$generator $settings', (known) => {
  const distribution = createDistribution(known.generator, known.settings);

  it('has the quantiles of 60-digit arithmetic, from 1e-300 to 1 - 2^-50', () => {
    for (const [p, expected] of known.quantiles) {
      // Near zero a value is only as good as the spread it comes from.
      const spread = Math.abs(distribution.quantile(p) - expected) / Math.sqrt(known.variance);
      const error = Math.min(relativeError(distribution.quantile(p), expected), spread);
      expect(error, `p = ${p}: ${distribution.quantile(p)} instead of ${expected}`).toBeLessThan(
        1e-12,
      );
    }
  });

  it('scales a block to the same quantiles bit for bit', () => {
    const places = known.quantiles.map(([p]) => p);
    const block = Float64Array.from([0, ...places, 1]);
    distribution.scale?.(block);
    if (distribution.scale)
      expect([...block]).toEqual([0, ...places, 1].map(distribution.quantile));
  });

  it('has its probabilities and densities', () => {
    for (const [x, probability, density] of known.cdf) {
      expect(relativeError(distribution.cdf(x), probability), `cdf ${x}`).toBeLessThan(1e-12);
      expect(relativeError(distribution.pdf(x), density), `pdf ${x}`).toBeLessThan(1e-12);
    }
  });

  it('has its mean and variance', () => {
    expect(relativeError(distribution.mean, known.mean)).toBeLessThan(1e-12);
    expect(relativeError(distribution.variance, known.variance)).toBeLessThan(1e-9);
  });

  it('is monotone and inside its support', () => {
    const [low, high] = distribution.support;
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (p, q) => {
          const [x, y] = [
            distribution.quantile(Math.min(p, q)),
            distribution.quantile(Math.max(p, q)),
          ];
          expect(x).toBeLessThanOrEqual(y + 1e-14 * Math.abs(y));
          expect(x).toBeGreaterThanOrEqual(low);
          expect(y).toBeLessThanOrEqual(high);
        },
      ),
      { seed: 11, numRuns: 200 },
    );
  });
});

it('every continuous generator has reference numbers', () => {
  const known = new Set(reference.cases.map(({ generator }) => generator));
  const continuous = generatorNames.filter((name) => kindOfGenerator(name) === 'continuous');
  expect(continuous.filter((name) => !known.has(name))).toEqual([]);
});

describe('levels', () => {
  it('computes FixedRange in decimals', () => {
    expect(
      createDistribution('FixedRange', { minvalue: 0, maxvalue: 0.3, increment: 0.1 }).levels,
    ).toEqual([0, 0.1, 0.2, 0.3]);
    expect(
      createDistribution('FixedRange', { minvalue: -1e-7, maxvalue: 2e-7, increment: 1.5e-7 })
        .levels,
    ).toEqual([-1e-7, 5e-8, 2e-7]);
    expect(
      createDistribution('FixedRange', { minvalue: 1e21, maxvalue: 3e21, increment: 1e21 }).levels,
    ).toEqual([1e21, 2e21, 3e21]);
  });

  it.each([
    [-3, 4996, 1, 0],
    [-25, 12_475, 25, 4],
    [7, 9_007_199_254_715_007, 1_801_439_850_943, 0],
    [9_007_199_254_740_000, 9_007_199_254_741_000, 1, 5],
    [-12_345, 987_655, 200, 22],
    [1, 5001, 5, 23],
  ])(
    'gives the levels from %d to %d by %d, shifted by %d decimals, as they are written',
    (minvalue, maxvalue, increment, decimals) => {
      const written = (digits: bigint): number => Number(`${digits}e-${decimals}`);
      const range = [minvalue, maxvalue, increment].map((value) => written(BigInt(value)));
      const [least = NaN, most = NaN, step = NaN] = range;
      const { levels = [] } = createDistribution('FixedRange', {
        ...{ minvalue: least, maxvalue: most, increment: step },
      });
      const count = Math.floor((maxvalue - minvalue) / increment) + 1;
      const expected = Array.from({ length: count }, (_, index) =>
        written(BigInt(minvalue) + BigInt(index) * BigInt(increment)),
      );
      expect(levels).toHaveLength(count);
      expect(levels.findIndex((level, index) => !Object.is(level, expected[index]))).toBe(-1);
    },
  );

  it('refuses a FixedRange that is no multiple and names the nearest ends', () => {
    expect(() =>
      createDistribution('FixedRange', { minvalue: 0, maxvalue: 1, increment: 0.3 }),
    ).toThrow(
      expect.objectContaining({
        path: ['settings', 'increment'],
        hint: 'nearest maxvalue: 0.9 or 1.2',
      }) as Error,
    );
  });

  it('spaces Linspace equally with exact ends and draws levels with equal weight', () => {
    const distribution = createDistribution('Linspace', { minvalue: 1, maxvalue: 4, count: 4 });
    expect(distribution.levels).toEqual([1, 2, 3, 4]);
    expect([0, 0.2499, 0.25, 0.9999, 1].map(distribution.quantile)).toEqual([1, 1, 2, 4, 4]);
    expect([
      distribution.mean,
      distribution.variance,
      distribution.cdf(2.5),
      distribution.pdf(3),
      distribution.pdf(3.1),
    ]).toEqual([2.5, 1.25, 0.5, 0.25, 0]);
  });
});

describe('distributions of samples', () => {
  it('Empirical has the mean, variance and shares of its values', () => {
    const distribution = createDistribution('Empirical', { values: [3, 1, 2, 1, 1] });
    expect(distribution.levels).toEqual([1, 2, 3]);
    expect(distribution.mean).toBeCloseTo(1.6, 14);
    expect(distribution.variance).toBeCloseTo(0.64, 14);
    expect([0.1, 0.59, 0.61, 0.79, 0.81].map(distribution.quantile)).toEqual([1, 1, 2, 2, 3]);
    expect([distribution.cdf(1), distribution.cdf(2.5), distribution.pdf(1)]).toEqual([
      0.6, 0.8, 0.6,
    ]);
  });

  it('Histogram cuts off empty ends and counts values into equal bins', () => {
    const given = createDistribution('Histogram', { edges: [0, 1, 2, 3], counts: [0, 4, 0] });
    expect([given.support, given.quantile(0), given.quantile(1)]).toEqual([[1, 2], 1, 2]);
    const counted = createDistribution('Histogram', { values: [0, 1, 2, 10], bins: 5 });
    expect(counted.support).toEqual([0, 10]);
    expect([0.25, 0.5, 0.75].map(counted.quantile)).toEqual([1, 2, 4]);
  });

  it('an Exponential cut far in its tail is one that begins there', () => {
    const distribution = createDistribution('Exponential', { scale: 2, minvalue: 1000 });
    expect(distribution.mean).toBeCloseTo(1002, 9);
    expect(distribution.quantile(0.5)).toBeCloseTo(1000 + 2 * Math.LN2, 10);
  });
});

it.each<[GeneratorName, Record<string, number | readonly number[]>, string]>([
  ['Normal', { mean: 0, stddev: 0 }, 'stddev'],
  ['Normal', { mean: 0, stddev: -1 }, 'stddev'],
  ['Normal', { mean: 0 }, 'stddev'],
  ['Normal', { mean: 0, stddev: 1, sd: 1 }, 'sd'],
  ['Normal', { mean: 0, stddev: 1, minvalue: 2, maxvalue: 1 }, 'maxvalue'],
  ['Normal', { mean: 0, stddev: 1, minvalue: 40 }, 'minvalue'],
  ['Uniform', { minvalue: 2, maxvalue: 2 }, 'maxvalue'],
  ['Uniform', { minvalue: NaN, maxvalue: 2 }, 'minvalue'],
  ['Triangular', { minvalue: 0, mode: 3, maxvalue: 2 }, 'mode'],
  ['LogNormal', { mu: 0, stddev: 1 }, 'stddev'],
  ['LogNormal', { mean: -1, stddev: 1 }, 'mean'],
  ['LogNormal', { mu: 0, sigma: 1, minvalue: -1 }, 'minvalue'],
  ['Linspace', { minvalue: 0, maxvalue: 1, count: 2.5 }, 'count'],
  ['FixedRange', { minvalue: 0, maxvalue: 1, increment: 0 }, 'increment'],
  ['Weibull', { shape: 0, scale: 1 }, 'shape'],
  ['Weibull', { alpha: 1, scale: 1 }, 'alpha'],
  ['Gumbel', { location: 0, scale: 1, minvalue: 5, maxvalue: 4 }, 'maxvalue'],
  ['Gumbel', { location: 0, scale: 1, minvalue: 700 }, 'minvalue'],
  ['Gamma', { shape: 1, rate: 1 }, 'rate'],
  ['Gamma', { shape: 1, scale: 1, minvalue: -1 }, 'minvalue'],
  ['Exponential', { scale: -2 }, 'scale'],
  ['Beta', { alpha: 1, beta: 1, minvalue: 1, maxvalue: 1 }, 'maxvalue'],
  ['Beta', { alpha: 1, beta: 1 }, 'minvalue'],
  ['Histogram', { edges: [0, 1], counts: [0] }, 'counts'],
  ['Histogram', { edges: [0, 2, 1], counts: [1, 1] }, 'edges'],
  ['Histogram', { values: [1, 1, 1], bins: 3 }, 'values'],
  ['Histogram', { values: [1, 2], bins: 1.5 }, 'bins'],
  ['Empirical', { values: [] }, 'values'],
  ['Empirical', { values: 3 }, 'values'],
])('refuses %s %j at %s', (generator, settings, key) => {
  expect.assertions(2);
  try {
    createDistribution(generator, settings);
  } catch (error) {
    expect(error).toBeInstanceOf(DesignError);
    expect((error as DesignError).path).toEqual(['settings', key]);
  }
});
