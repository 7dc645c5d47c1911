/** Tables that estimators easily get wrong without a word: huge values, offsets, holes. Powers of two change no digit, so results must not change either. */
import { describe, expect, it } from 'vitest';
import { anova } from '../../src/analysis/factorial/anova.ts';
import { chaosIndices } from '../../src/analysis/chaos/chaos-indices.ts';
import { polynomialChaos } from '../../src/analysis/chaos/polynomial-chaos.ts';
import { givenDataIndex } from '../../src/analysis/given-data-index.ts';
import { factorialEffects } from '../../src/analysis/factorial/factorial-effects.ts';
import { moments } from '../../src/analysis/moments.ts';
import { elementaryEffects, morrisEffects } from '../../src/analysis/morris/morris-effects.ts';
import { pearson, spearman } from '../../src/analysis/pearson.ts';
import { pickFreezeBlocks } from '../../src/analysis/sobol/pick-freeze.ts';
import { regress } from '../../src/analysis/regression.ts';
import { quadraticSurface } from '../../src/analysis/surface/response-surface.ts';
import { sobolIndices } from '../../src/analysis/sobol/sobol-indices.ts';

const rows = Array.from({ length: 64 }, (_, row) => row);
const x = Float64Array.from(rows, (row) => ((row * 37) % 64) / 64);
const two = Float64Array.from(rows, (row) => (row % 2 ? 1 : -1));
const noise = Float64Array.from(rows, (row) => ((row * 7919 + 13) % 101) / 128);
const y = x.map((value, row) => 3 * value + (two[row] ?? 0) / 4 + (noise[row] ?? 0));

/** Everything about a response that has no unit. */
function sharesOf(response: Float64Array): Readonly<Record<string, number | undefined>> {
  const found = moments(response);
  const linear = regress([x, two], response);
  const blocks = pickFreezeBlocks(response.length, 2, false);
  const sobol = blocks && sobolIndices(response, blocks);
  const surface = quadraticSurface([x, two], response);
  const table = anova([two], response);
  const effects = factorialEffects([two], response);
  const elementary = morrisEffects(
    elementaryEffects([{ name: 'two', values: two, range: 2 }], response),
  );
  const chaos = polynomialChaos(
    [x],
    [{ kind: 'generator', generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } }],
    response,
    { degree: 2 },
  );
  const [effect] = effects?.effects ?? [];
  return {
    skewness: found?.skewness,
    kurtosis: found?.kurtosis,
    pearson: pearson(x, response),
    srcOfX: linear?.coefficients[0],
    r2: linear?.r2,
    partial: linear?.partial[1],
    givenData: givenDataIndex(x, response)?.value,
    first: sobol?.first[0]?.value,
    halfWidth: sobol?.total[1]?.halfWidth,
    surface: surface?.q2,
    share: table?.terms[0]?.share,
    f: table?.terms[0]?.f,
    effect: (effect?.effect ?? NaN) / (found?.standardDeviation ?? NaN),
    pValue: effect?.pValue,
    morris: (elementary[0]?.muStar ?? NaN) / (elementary[0]?.sigma ?? NaN),
    chaosR2: chaos?.r2,
    chaosQ2: chaos?.q2,
    chaosFirst: chaos && chaosIndices(chaos)?.first[0]?.value,
  };
}

describe('no estimator is moved by', () => {
  const wanted = sharesOf(y);

  it.each([
    ['values of 1e200', 2 ** 664, 0, 12],
    ['values of 1e-200', 2 ** -664, 0, 12],
    ['an offset of 3e10', 1, 2 ** 35, 12],
  ])('%s', (_, factor, offset, digits) => {
    const found = sharesOf(y.map((value) => value * factor + offset));
    for (const [name, value] of Object.entries(wanted)) {
      expect(value, name).toBeTypeOf('number');
      expect(found[name], name).toBeCloseTo(value ?? NaN, digits);
    }
  });
});

it('one huge value is what it is, instead of a correlation of 0 and an R2 of 1', () => {
  const spoiled = y.map((value, row) => (row === 40 ? 1e200 : value));
  const alone = y.map((_, row) => (row === 40 ? 1 : 0));
  expect(pearson(x, spoiled)).toBeCloseTo(pearson(x, alone) ?? NaN, 12);
  expect(regress([x, two], spoiled)?.r2).toBeCloseTo(regress([x, two], alone)?.r2 ?? NaN, 12);
  expect(moments(spoiled)?.mean).toBe(1e200 / 64);
  expect((moments(spoiled)?.standardDeviation ?? NaN) / 1e200).toBeCloseTo(1 / 8, 12);
  expect(moments(Float64Array.of(1.7e308, 1.7e308, -1.7e308))?.mean).toBeCloseTo(1.7e308 / 3, -295);
});

it('ranks are given among the rows that a pair has, as scipy does with nan_policy omit', () => {
  // scipy.stats.spearmanr([1, 2, 4, 5], [2, 1, 3, 9]) after the holes are dropped.
  const first = Float64Array.of(1, 2, 3, 4, 5, NaN);
  const second = Float64Array.of(2, 1, NaN, 3, 9, 5);
  expect(spearman(first, second)).toBeCloseTo(0.8, 14);
});

describe('NIST SmLs09, whose thirteen leading digits are the same in 18,009 values', () => {
  const offsets = [4, 3, 5, 3, 5, 3, 5, 3, 5];
  const treatments = offsets.flatMap((_, treatment) => new Array<number>(2001).fill(treatment));
  const values = offsets.flatMap((offset) =>
    Array.from({ length: 2001 }, (_, row) => {
      const swing = row % 2 ? -1 : 1;
      return Number(`1000000000000.${offset + (row === 0 ? 0 : swing)}`);
    }),
  );

  it('has the certified analysis of variance to the digits that the values keep', () => {
    const table = anova([Float64Array.from(treatments)], Float64Array.from(values));
    const [term] = table?.terms ?? [];
    expect(term?.freedom).toBe(8);
    expect(table?.residual.freedom).toBe(18_000);
    expect((term?.sumOfSquares ?? NaN) / 160.08).toBeCloseTo(1, 3);
    expect((table?.residual.sumOfSquares ?? NaN) / 180).toBeCloseTo(1, 3);
    expect((term?.f ?? NaN) / 2001).toBeCloseTo(1, 3);
    expect(term?.share).toBeCloseTo(0.470_712_773_3, 3);
  });
});
