import { createDistribution, normalQuantile } from '../../distributions/index.ts';
import { discreteFamily } from './discrete-family.ts';
import { highestOwnDegree, ownPolynomials } from './own-polynomials.ts';
import type { InputSource } from '../../design/input-source.ts';
import type { PolynomialFamily } from './polynomial-family.ts';

/** The distribution of an input, as the study gives it. */
export type InputDistribution = Extract<InputSource, { kind: 'generator' | 'levels' }>;

/**
 * Families that belong to a distribution, the first one by default; a fit takes the one that predicts better. Legendre for Uniform; Hermite for Normal and, on
 * the logarithm, LogNormal; for levels the polynomials under their weights (of a text's place in the list); for any other distribution
 * its own orthonormal polynomials, under which responses that are polynomials have few terms. Where the upper tail is open, Hermite of the
 * normal score is the other one: it takes responses that grow slower than the input.
 * @see D. Xiu, G. E. Karniadakis (2002), doi:10.1137/S1064827501387826
 */
export function polynomialFamilies(
  distribution: InputDistribution,
): readonly [PolynomialFamily, ...PolynomialFamily[]] {
  if (distribution.kind === 'levels')
    return [discreteFamily(distribution.values, distribution.weights)];
  const { generator, settings } = distribution;
  const found = createDistribution(generator, settings);
  const { levels, weights, mean, variance, support } = found;
  if (levels) return [discreteFamily(levels, weights)];
  const sd = Math.sqrt(variance);
  const [low, high] = support;
  const isOpen = high === Infinity;
  if (generator === 'Uniform') return [legendre((x) => (x - low - (high - x)) / (high - low))];
  if (generator === 'Normal' && isOpen && low === -Infinity) {
    return [hermite((x) => (x - mean) / sd)];
  }
  if (generator === 'LogNormal' && isOpen && low === 0) {
    const square = Math.log1p((sd / mean) ** 2);
    const score = (x: number): number => (Math.log(x / mean) + square / 2) / Math.sqrt(square);
    return [hermite((x) => (Number.isNaN(near((x - mean) / sd)) ? NaN : score(x)))];
  }
  const values = ownPolynomials(found);
  const own: PolynomialFamily = {
    name: 'own',
    highest: highestOwnDegree,
    values: (cell, degree) => {
      const x = Number(cell);
      const isValue = x >= low && x <= high && !Number.isNaN(near((x - mean) / sd));
      return values(isValue ? x : NaN, degree);
    },
  };
  return isOpen ? [own, hermite((x) => normalScore(found.cdf(x)))] : [own];
}

/**
 * Values farther than this from the mean, in standard deviations, are none of the distribution: no more than 1e-16 of any is there (Chebyshev), and
 * powers of them have no finite squares.
 */
const farthest = 1e8;

function near(z: number): number {
  return Math.abs(z) <= farthest ? z : NaN;
}

/** The standard normal value of the same probability; those that round to 0 or 1 count as the next number. */
function normalScore(p: number): number {
  return normalQuantile(Math.min(1 - 2 ** -53, Math.max(Number.MIN_VALUE, p)));
}

function legendre(standard: (x: number) => number): PolynomialFamily {
  return {
    name: 'Legendre',
    highest: Infinity,
    values: (cell, degree) => {
      const x = near(standard(Number(cell)));
      const plain = new Float64Array(degree + 1).fill(1);
      if (degree > 0) plain[1] = x;
      for (let k = 1; k < degree; k += 1) {
        plain[k + 1] = ((2 * k + 1) * x * (plain[k] ?? 0) - k * (plain[k - 1] ?? 0)) / (k + 1);
      }
      return plain.map((value, k) => value * Math.sqrt(2 * k + 1));
    },
  };
}

function hermite(standard: (x: number) => number): PolynomialFamily {
  return {
    name: 'Hermite',
    highest: Infinity,
    values: (cell, degree) => {
      const z = near(standard(Number(cell)));
      const values = new Float64Array(degree + 1).fill(1);
      if (degree > 0) values[1] = z;
      for (let k = 1; k < degree; k += 1) {
        values[k + 1] =
          (z * (values[k] ?? 0) - Math.sqrt(k) * (values[k - 1] ?? 0)) / Math.sqrt(k + 1);
      }
      return values;
    },
  };
}
