import { normalQuantile } from '../distributions/index.ts';
import type { Cell } from './cell.ts';
import type { DesignMethod } from './design-settings.ts';
import { orthonormalPowers } from './orthonormal-powers.ts';

/** Two inputs that the points of a sequence tie together. */
export interface TiedPair {
  readonly first: string;
  readonly second: string;
  /** How far the mean of a product of theirs is from 0, in standard errors of independent rows. */
  readonly errors: number;
}

/** The pairs of inputs that are tied, the worst first. */
export interface TiedInputs {
  readonly pairs: readonly TiedPair[];
  /** How many there are among those looked at. */
  readonly count: number;
}

/** An input with its values, one a row. */
interface InputValues {
  readonly name: string;
  readonly values: Float64Array | readonly Cell[];
}

/**
 * Larger errors than these tie two inputs, by the higher of the two powers. A response that is all one product misses its mean from 2 on; of
 * higher powers few responses are all one product.
 */
const largestErrors: readonly number[] = [2, 3, 4];

/** Chance that independent rows have larger errors, over all products, where ties aren't the sequence's own. */
const chance = 0.01;

/** Of each row and pair: the products of three powers each. */
const productsOfPair = largestErrors.length ** 2;

/** More products than this aren't looked at: each input is then compared with those next to it only. */
const mostProducts = 1e8;

/** With fewer or more rows than these nothing is told: few show no tie, so many leave hardly any. */
const leastRows = 8;
const mostRows = 2 ** 16;

/** How many pairs are named. */
const mostNamed = 3;

/** Whether ties are looked for in so many rows of a method. */
export function looksForTies(method: DesignMethod, rows: number): boolean {
  return (method === 'sobol' || method === 'halton') && rows >= leastRows && rows <= mostRows;
}

/**
 * Pairs of inputs that a low-discrepancy sequence of these rows ties together: a product of Legendre polynomials of their ranks, whose mean is 0,
 * has a mean that independent rows hardly ever have. Undefined for other methods, and where inputs are meant to depend on each other. Of many inputs only neighbours are compared,
 * so that 1e8 products of values are the most: 64 rows of 10,000 inputs each with the next 17.
 * @param inputs drawn by the sequence, in its order, over rows that differ
 */
export function tiedInputs(
  method: DesignMethod,
  options: Readonly<Record<string, unknown>>,
  inputs: readonly InputValues[],
): TiedInputs | undefined {
  const rows = inputs[0]?.values.length ?? 0;
  if (!looksForTies(method, rows) || options['correlation'] !== undefined) return undefined;
  const reach = Math.max(1, Math.floor(mostProducts / (productsOfPair * rows * inputs.length)));
  const pairs = inputs.length * Math.min(reach, (inputs.length - 1) / 2);
  // Digits that are permuted at random leave no more ties than independent rows have by chance.
  const byChance = normalQuantile(1 - chance / 2 / Math.max(1, pairs * productsOfPair));
  const isByChance = method === 'halton' && options['scramble'] !== 'none';
  const limits = isByChance
    ? largestErrors.map((limit) => Math.max(limit, byChance))
    : largestErrors;
  const found: (TiedPair & { readonly excess: number })[] = [];
  const window: (readonly Float64Array[])[] = [];
  inputs.forEach((second, place) => {
    const own = orthonormalPowers(second.values, largestErrors.length);
    for (let back = 1; back <= Math.min(reach, place); back += 1) {
      const worst = worstProduct(window[place - back] ?? [], own, limits);
      const first = inputs[place - back]?.name ?? '';
      if (worst.excess > 1) found.push({ first, second: second.name, ...worst });
    }
    window[place] = own;
    if (place >= reach) window[place - reach] = [];
  });
  const ranked = found.toSorted((one, other) => other.excess - one.excess);
  return {
    count: found.length,
    pairs: ranked
      .slice(0, mostNamed)
      .map(({ first, second, errors }) => ({ first, second, errors })),
  };
}

/** The largest error of a product of powers, and how many times the limit it is. */
function worstProduct(
  first: readonly Float64Array[],
  second: readonly Float64Array[],
  limits: readonly number[],
): { readonly errors: number; readonly excess: number } {
  let worst = { errors: 0, excess: 0 };
  first.forEach((one, a) => {
    second.forEach((other, b) => {
      let sum = 0;
      for (let row = 0; row < one.length; row += 1) sum += (one[row] ?? 0) * (other[row] ?? 0);
      const errors = Math.abs(sum) / Math.sqrt(one.length);
      const excess = errors / (limits[Math.max(a, b)] ?? Infinity);
      if (excess > worst.excess) worst = { errors, excess };
    });
  });
  return worst;
}
