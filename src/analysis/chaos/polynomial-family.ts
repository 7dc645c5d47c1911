import { createDistribution, normalQuantile } from '../../distributions/index.ts';
import { highestOwnDegree, ownPolynomials } from './own-polynomials.ts';
import type { Cell } from '../../design/cell.ts';
import type { InputSource } from '../../design/input-source.ts';

/** Polynomials of one input that are orthonormal under its distribution: of mean 0 and variance 1 but for the constant. */
export interface PolynomialFamily {
  readonly name: 'Legendre' | 'Hermite' | 'discrete' | 'own';
  /** Highest degree; a distribution on m levels has m - 1. */
  readonly highest: number;
  /** Values of degree 0 .. `degree` at a value of the input; NaN where its distribution has no such value. Numbers count as the nearest level. */
  readonly values: (cell: Cell, degree: number) => Float64Array;
}

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
  if (distribution.kind === 'levels') return [discrete(distribution.values, distribution.weights)];
  const { generator, settings } = distribution;
  const found = createDistribution(generator, settings);
  const { levels, weights, mean, variance, support } = found;
  if (levels) return [discrete(levels, weights)];
  const sd = Math.sqrt(variance);
  const [low, high] = support;
  const isOpen = high === Infinity;
  if (generator === 'Uniform') return [legendre((x) => (x - low - (high - x)) / (high - low))];
  if (generator === 'Normal' && isOpen && low === -Infinity) {
    return [hermite((x) => (x - mean) / sd)];
  }
  if (generator === 'LogNormal' && isOpen && low === 0) {
    const square = Math.log1p((sd / mean) ** 2);
    return [hermite((x) => (Math.log(x / mean) + square / 2) / Math.sqrt(square))];
  }
  const values = ownPolynomials(found);
  const own: PolynomialFamily = {
    name: 'own',
    highest: highestOwnDegree,
    values: (cell, degree) => {
      const x = Number(cell);
      return values(x >= low && x <= high ? x : NaN, degree);
    },
  };
  return isOpen ? [own, hermite((x) => normalScore(found.cdf(x)))] : [own];
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
      const x = standard(Number(cell));
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
      const z = standard(Number(cell));
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

/** Stieltjes' procedure over the levels that have weight. */
function discrete(levels: readonly Cell[], weights?: readonly number[]): PolynomialFamily {
  const used = levels.flatMap((level, index) =>
    (weights?.[index] ?? 1) > 0 ? [{ level, index }] : [],
  );
  const isNumeric = used.every(({ level }) => typeof level === 'number');
  const raw = used.map(({ level }, place) => (isNumeric ? Number(level) : place));
  const middle = raw.reduce((sum, x) => sum + x, 0) / raw.length;
  const scale = Math.max(...raw.map((x) => Math.abs(x - middle))) || 1;
  const points = raw.map((x) => (x - middle) / scale);
  const total = used.reduce((sum, { index }) => sum + (weights?.[index] ?? 1), 0);
  const shares = used.map(({ index }) => (weights?.[index] ?? 1) / total);
  const mean = (f: (place: number) => number): number =>
    shares.reduce((sum, share, place) => sum + share * f(place), 0);
  // Degrees beyond ten of many levels add rounding and nothing that a study could use.
  const highest = Math.min(points.length - 1, 10);
  const table: Float64Array[] = [Float64Array.from(points, () => 1)];
  for (let degree = 1; degree <= highest; degree += 1) {
    const last = table[degree - 1] ?? new Float64Array();
    const next = Float64Array.from(points, (x, place) => x * (last[place] ?? 0));
    for (const earlier of [...table, ...table]) {
      const share = mean((place) => (next[place] ?? 0) * (earlier[place] ?? 0));
      next.forEach((value, place) => (next[place] = value - share * (earlier[place] ?? 0)));
    }
    const norm = Math.sqrt(mean((place) => (next[place] ?? 0) ** 2));
    table.push(next.map((value) => value / norm));
  }
  const placeOf = new Map(used.map(({ level }, place) => [level, place]));
  const placeAt = (cell: Cell): number | undefined => {
    const exact = placeOf.get(cell);
    if (exact !== undefined || !isNumeric || !Number.isFinite(cell)) return exact;
    const distance = (place: number): number => Math.abs((raw[place] ?? Infinity) - Number(cell));
    return raw.reduce((best, _, place) => (distance(place) < distance(best) ? place : best), 0);
  };
  return {
    name: 'discrete',
    highest,
    values: (cell, degree) => {
      const place = placeAt(cell);
      return Float64Array.from({ length: degree + 1 }, (_, k) =>
        place === undefined ? NaN : (table[k]?.[place] ?? 0),
      );
    },
  };
}
