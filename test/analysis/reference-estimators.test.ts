/** Every estimator beside scipy, statsmodels, OpenTURNS and numpy on the same samples: `test/reference/make-estimators.py`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anova } from '../../src/analysis/factorial/anova.ts';
import { chaosIndices } from '../../src/analysis/chaos/chaos-indices.ts';
import { polynomialChaos } from '../../src/analysis/chaos/polynomial-chaos.ts';
import {
  polynomialFamilies,
  type InputDistribution,
} from '../../src/analysis/chaos/polynomial-families.ts';
import { confidenceIntervals } from '../../src/analysis/confidence-intervals.ts';
import { givenDataIndex } from '../../src/analysis/given-data-index.ts';
import { moments, type Moments } from '../../src/analysis/moments.ts';
import { pearson } from '../../src/analysis/pearson.ts';
import { sampleQuantile, sortedFinite } from '../../src/analysis/quantiles.ts';
import { ranks } from '../../src/numbers/ranks.ts';
import { regress } from '../../src/analysis/regression.ts';
import { proportionInterval } from '../../src/analysis/proportion-interval.ts';
import { responseLevels } from '../../src/analysis/response-levels.ts';
import { quadraticSurface } from '../../src/analysis/surface/response-surface.ts';
import { toleranceLimits } from '../../src/analysis/tolerance-limits.ts';

type Limits = Readonly<Record<'order' | 'lower' | 'upper', number>>;

interface VarianceRow {
  readonly term: string;
  readonly sumOfSquares: number;
  readonly freedom: number;
  readonly f?: number;
  readonly p?: number;
}

interface Table {
  readonly inputs: readonly (readonly number[])[];
  readonly response: readonly number[];
}

interface Reference {
  readonly sample: Readonly<
    Record<'mean' | 'standardDeviation' | 'skewness' | 'kurtosis', number>
  > & {
    readonly values: readonly number[];
    readonly confidence: Readonly<Record<'mean' | 'standardDeviation', readonly number[]>>;
    readonly levels: readonly (Readonly<
      Record<'response' | 'probability' | 'reliability', number>
    > & {
      readonly interval: readonly [number, number];
    })[];
    readonly quantiles: readonly (readonly [number, number])[];
    readonly oneSided: Limits;
    readonly twoSided: Limits;
  };
  readonly correlations: Table &
    Readonly<
      Record<'pearson' | 'spearman' | 'partial' | 'partialRank' | 'src' | 'srrc', readonly number[]>
    >;
  readonly quadratic: Readonly<Record<'r2' | 'q2', number>>;
  readonly givenData: Table & { readonly indices: readonly number[] };
  readonly anova: {
    readonly factors: Readonly<Record<'a' | 'b' | 'c', readonly (string | number)[]>>;
    readonly response: readonly number[];
    readonly holes: readonly number[];
  } & Readonly<Record<'balanced' | 'withHoles' | 'single', readonly VarianceRow[]>>;
  readonly chaos: Table & {
    readonly degree: number;
    readonly terms: readonly { readonly degrees: number[]; readonly coefficient: number }[];
    readonly second: readonly (readonly [number, number, number])[];
  } & Readonly<Record<'q2' | 'mean' | 'variance', number>> &
    Readonly<Record<'first' | 'total', readonly number[]>>;
  readonly polynomials: Readonly<Record<'points' | 'levels' | 'weights', readonly number[]>> &
    Readonly<Record<'legendre' | 'hermite' | 'discrete', readonly (readonly number[])[]>>;
}

const reference = JSON.parse(
  readFileSync(new URL('../reference/estimators.json', import.meta.url), 'utf8'),
) as Reference;

/** Agreement to 1e-9 of the value, or of 1 where it is smaller. */
function expectNear(got: number | undefined, wanted: number | undefined): void {
  expect(wanted).toBeTypeOf('number');
  const scale = Math.max(1, Math.abs(wanted ?? NaN));
  expect(Math.abs((got ?? NaN) - (wanted ?? NaN)) / scale).toBeLessThan(1e-9);
}

const column = (values: readonly number[] | undefined): Float64Array =>
  Float64Array.from(values ?? []);

describe('of a sample, as scipy says,', () => {
  const { sample } = reference;
  const values = column(sample.values);
  const found = moments(values) as Moments;
  const sorted = sortedFinite(values);

  it('moments and their intervals', () => {
    for (const name of ['mean', 'standardDeviation', 'skewness', 'kurtosis'] as const) {
      expectNear(found[name], sample[name]);
    }
    const intervals = confidenceIntervals(found);
    for (const name of ['mean', 'standardDeviation'] as const) {
      sample.confidence[name].forEach((end, index) => expectNear(intervals?.[name][index], end));
    }
  });

  it('levels, with exact intervals of their probabilities also at 0 and 1', () => {
    const asked = { response: sample.levels.map(({ response }) => response) };
    responseLevels(sorted, found, asked, 0.95).forEach((level, index) => {
      const wanted = sample.levels[index];
      expectNear(level.probability, wanted?.probability);
      expectNear(level.reliability, wanted?.reliability);
      const hits = Math.round(level.probability * sorted.length);
      const exact = proportionInterval(hits, sorted.length, 0.95);
      expectNear(exact[0], wanted?.interval[0]);
      expectNear(exact[1], wanted?.interval[1]);
      expect(level.probabilityInterval[0]).toBeLessThanOrEqual(exact[0]);
      expect(level.probabilityInterval[1]).toBeGreaterThanOrEqual(exact[1]);
      if (Math.min(hits, sorted.length - hits) < 15) {
        expect(level.probabilityInterval).toEqual(exact);
      }
    });
  });

  it('levels of probabilities and reliabilities', () => {
    for (const [p, value] of sample.quantiles) {
      expectNear(sampleQuantile(sorted, p), value);
      const [level] = responseLevels(sorted, found, { probability: [p] }, 0.95);
      expectNear(level?.response, value);
    }
    const [level] = responseLevels(sorted, found, { reliability: [-2] }, 0.95);
    expectNear(level?.response, sample.mean + 2 * sample.standardDeviation);
    expectNear(level?.reliability, -2);
  });

  it('tolerance limits', () => {
    const { oneSided, twoSided, runsNeeded } = toleranceLimits(sorted, 0.95, 0.95);
    expect(oneSided).toEqual(sample.oneSided);
    expect(twoSided).toEqual(sample.twoSided);
    expect(runsNeeded).toEqual({ oneSided: 59, twoSided: 93 });
    expect(toleranceLimits(sorted.subarray(0, 58), 0.95, 0.95).oneSided).toBeUndefined();
    expect(toleranceLimits(sorted.subarray(0, 59), 0.95, 0.95).oneSided?.order).toBe(1);
    expect(toleranceLimits(sorted.subarray(0, 92), 0.95, 0.95).twoSided).toBeUndefined();
  });
});

describe('of inputs and a response, as OpenTURNS and numpy say,', () => {
  const { correlations, quadratic, givenData } = reference;
  const inputs = correlations.inputs.map(column);
  const y = column(correlations.response);

  it('correlations, partial ones and those of ranks', () => {
    const [linear, ranked] = [regress(inputs, y), regress(inputs, y, { ranked: true })];
    inputs.forEach((x, j) => {
      expectNear(pearson(x, y), correlations.pearson[j]);
      expectNear(pearson(ranks(x), ranks(y)), correlations.spearman[j]);
      expectNear(linear?.partial[j], correlations.partial[j]);
      expectNear(ranked?.partial[j], correlations.partialRank[j]);
      expectNear(linear?.coefficients[j], correlations.src[j]);
      expectNear(ranked?.coefficients[j], correlations.srrc[j]);
    });
  });

  it('a quadratic surface, also on rows left out', () => {
    const surface = quadraticSurface(inputs, y);
    expectNear(surface?.r2, quadratic.r2);
    expectNear(surface?.q2, quadratic.q2);
  });

  it('first-order indices from given data', () => {
    const response = column(givenData.response);
    givenData.inputs.forEach((x, j) =>
      expectNear(givenDataIndex(column(x), response)?.value, givenData.indices[j]),
    );
  });
});

describe('an analysis of variance, as statsmodels makes it,', () => {
  const { factors, response, holes, ...tables } = reference.anova;
  const names = ['a', 'b', 'c'] as const;

  function expectTable(found: ReturnType<typeof anova>, rows: readonly VarianceRow[]): void {
    const terms = rows.slice(0, -1);
    expect(found?.terms).toHaveLength(terms.length);
    found?.terms.forEach(({ factors: places, ...term }, index) => {
      const wanted = terms[index];
      expect(places.map((place) => `C(${names[place]})`).join(':')).toBe(wanted?.term);
      expectNear(term.sumOfSquares, wanted?.sumOfSquares);
      expect(term.freedom).toBe(wanted?.freedom);
      expectNear((term.f ?? NaN) / (wanted?.f ?? NaN), 1);
      expectNear(Math.log(term.pValue ?? NaN) / Math.log(wanted?.p ?? NaN), 1);
    });
    expectNear(found?.residual.sumOfSquares, rows.at(-1)?.sumOfSquares);
    expect(found?.residual.freedom).toBe(rows.at(-1)?.freedom);
    expect(found?.aliased).toEqual([]);
  }

  it('of a balanced design with replicates', () => {
    const table = anova(
      names.map((name) => factors[name]),
      column(response),
    );
    expectTable(table, tables.balanced);
    const parts = [...(table?.terms ?? []), ...(table ? [table.residual] : [])];
    expectNear(
      parts.reduce((sum, part) => sum + (part.sumOfSquares ?? NaN), 0),
      table?.total.sumOfSquares,
    );
  });

  it('with runs that failed', () => {
    const y = column(response);
    for (const hole of holes) y[hole] = NaN;
    expectTable(
      anova(
        names.map((name) => factors[name]),
        y,
      ),
      tables.withHoles,
    );
  });

  it('without replicates, where the third interaction measures the error', () => {
    const first = (values: readonly (string | number)[]) =>
      values.filter((_, row) => row % 2 === 0);
    const y = column(first(response) as number[]);
    expectTable(
      anova(
        names.map((name) => first(factors[name])),
        y,
      ),
      tables.single,
    );
  });
});

describe('a polynomial chaos, as OpenTURNS makes it,', () => {
  const { chaos, polynomials } = reference;
  const distributions: readonly InputDistribution[] = [
    { kind: 'generator', generator: 'Uniform', settings: { minvalue: -1, maxvalue: 2 } },
    { kind: 'generator', generator: 'Normal', settings: { mean: 3, stddev: 0.5 } },
    { kind: 'generator', generator: 'LogNormal', settings: { mu: 0.2, sigma: 0.3 } },
    { kind: 'generator', generator: 'Triangular', settings: { minvalue: 0, mode: 1, maxvalue: 4 } },
  ];

  it('has its coefficients, leave-one-out error, moments and indices', () => {
    const found = polynomialChaos(chaos.inputs.map(column), distributions, column(chaos.response), {
      degree: chaos.degree,
    });
    expect(found?.families).toEqual(['Legendre', 'Hermite', 'Hermite', 'own']);
    expect(found?.terms).toHaveLength(chaos.terms.length);
    for (const { degrees, coefficient } of chaos.terms) {
      const own = found?.terms.find((term) => term.degrees.join() === degrees.join());
      expectNear(own?.coefficient, coefficient);
    }
    expectNear(found?.q2, chaos.q2);
    const indices = found && chaosIndices(found);
    expectNear(indices?.mean, chaos.mean);
    expectNear(indices?.variance, chaos.variance);
    distributions.forEach((_, j) => {
      expectNear(indices?.first[j]?.value, chaos.first[j]);
      expectNear(indices?.total[j]?.value, chaos.total[j]);
    });
    for (const [j, k, value] of chaos.second) {
      expectNear(indices?.second.find((pair) => pair.j === j && pair.k === k)?.value, value);
    }
  });

  it('stands on the same orthonormal polynomials', () => {
    const [uniform] = polynomialFamilies({
      kind: 'generator',
      generator: 'Uniform',
      settings: { minvalue: -1, maxvalue: 1 },
    });
    const [normal] = polynomialFamilies({
      kind: 'generator',
      generator: 'Normal',
      settings: { mean: 0, stddev: 1 },
    });
    polynomials.points.forEach((x, row) => {
      uniform.values(x, 8).forEach((value, k) => expectNear(value, polynomials.legendre[row]?.[k]));
      normal.values(x, 8).forEach((value, k) => expectNear(value, polynomials.hermite[row]?.[k]));
    });
    const [levels] = polynomialFamilies({
      kind: 'levels',
      values: polynomials.levels,
      weights: polynomials.weights,
    });
    expect(levels.highest).toBe(3);
    polynomials.levels.forEach((level, row) =>
      levels
        .values(level, 3)
        .forEach((value, k) => expectNear(value, polynomials.discrete[row]?.[k])),
    );
  });
});
