import { describe, expect, it } from 'vitest';
import { doubtInMoments } from '../../src/analysis/judges/judge-moments.ts';
import { tailDoubt } from '../../src/analysis/doubts/tail-doubt.ts';
import { normalQuantile, studentQuantile } from '../../src/distributions/index.ts';

/** Values at the middles of so many equal shares of a distribution. */
function spread(count: number, quantile: (p: number) => number): Float64Array {
  return Float64Array.from({ length: count }, (_, place) => quantile((place + 0.5) / count));
}

const logistic = (p: number): number => Math.log(p / (1 - p));
const long = (p: number): number => studentQuantile(p, 8);

describe('a long tail that values don’t show in their kurtosis', () => {
  it.each([
    ['logistic', logistic],
    ['Student’s t with 8 degrees of freedom', long],
  ])('is not ruled out by 50 values of %s', (_, quantile) => {
    expect(doubtInMoments(spread(50, quantile))).toMatch(
      /a long tail can't be told .* only [23]\.\d times/u,
    );
  });

  it.each([
    ['normal', normalQuantile],
    ['uniform', (p: number): number => p],
    ['two values', (p: number): number => Number(p > 0.5)],
  ])('is ruled out by 50 values that are %s', (_, quantile) => {
    expect(doubtInMoments(spread(50, quantile))).toBe(false);
  });

  it('needs no unit, and no small mean', () => {
    const scaled = spread(50, logistic).map((value) => 1e200 * (value + 100));
    expect(tailDoubt(scaled, 50)).toBe(tailDoubt(spread(50, logistic), 50));
  });

  it('is told by the draws of the inputs, not by their repeats', () => {
    const values = Float64Array.from({ length: 200 }, (_, run) =>
      normalQuantile((Math.floor(run / 10) + 0.5) / 20),
    );
    expect(tailDoubt(values, 200)).toBe(false);
    expect(tailDoubt(values, 20)).toMatch(/can't be told/u);
  });
});
