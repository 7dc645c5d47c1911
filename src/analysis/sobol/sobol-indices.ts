import type { BaseSamples } from './bases-of-blocks.ts';
import { centre } from '../centre.ts';
import { excessOfBlocks } from './excess-of-blocks.ts';
import { atPlace, type PickFreezeBlocks } from './pick-freeze.ts';
import {
  bootstrapBlocks,
  jackknifeScramblings,
  type BlockResamples,
  type BootstrapSettings,
} from './resample-blocks.ts';

/** An index with the half width of its confidence interval. */
export interface SobolIndex {
  readonly value: number;
  readonly halfWidth?: number;
  /** Blocks that it was computed from. */
  readonly blocks: number;
}

export interface SobolIndices {
  /** Share of the variance that a variable explains alone; one a variable, undefined without enough blocks. */
  readonly first: readonly (SobolIndex | undefined)[];
  /** The same with all its interactions. */
  readonly total: readonly (SobolIndex | undefined)[];
  /** Of two variables together beyond each alone, for j < k. */
  readonly second: readonly {
    readonly j: number;
    readonly k: number;
    readonly index: SobolIndex;
  }[];
}

/** Where blocks come from. */
export interface BlockOrigin {
  /** Independent scramblings that they are of, in turn. */
  readonly scramblings?: number;
  /** Absent where each is of its own. */
  readonly bases?: BaseSamples | undefined;
}

/** Sums over blocks that an index is a function of: of the product, of A and B, and of their squares. */
type Estimate = (product: number, sum: number, squares: number, count: number) => number;

/** Product's mean over the variance of A and B. */
const shareOfVariance: Estimate = (product, sum, squares, count) => {
  const mean = sum / (2 * count);
  return product / count / (squares / (2 * count) - mean * mean);
};

/**
 * Sobol' indices from pick-freeze blocks: Saltelli's estimator of first order, Jansen's of total order. A block in which a needed run
 * failed is left out of the indices that need that run, never of the others.
 * @param response one value a row of the design, NaN where the run gave none
 * @param origin without several scramblings the intervals are by a bootstrap, wider where that can't see enough
 * @see A. Saltelli et al. (2010), doi:10.1016/j.cpc.2009.09.018; M. J. W. Jansen (1999), doi:10.1016/S0010-4655(98)00154-4
 */
export function sobolIndices(
  response: Float64Array,
  blocks: PickFreezeBlocks,
  bootstrap: BootstrapSettings = { resamples: 100, confidence: 0.95, seed: 1 },
  { scramblings = 1, bases }: BlockOrigin = {},
): SobolIndices {
  const y = centreFinite(response);
  const { variables: d, secondOrder, size } = blocks;
  const a = atPlace(y, blocks, 0);
  const b = atPlace(y, blocks, size - 1);
  const { confidence, resamples } = bootstrap;
  const isReplicated = scramblings > 1 && resamples > 0;
  const resample = isReplicated
    ? jackknifeScramblings(blocks.count, scramblings, confidence)
    : bootstrapBlocks(blocks.count, bootstrap, bases);
  const share = bases ? bases.count / blocks.count : 1;
  const ab = Array.from({ length: d }, (_, j) => atPlace(y, blocks, 1 + j));
  const largest = largestParts(a, b, ab);
  const combine = (product: (row: number) => number, isOfTwo: boolean): SobolIndex | undefined => {
    const found = estimate(Float64Array.from(a.keys(), product), a, b, resample);
    if (!found) return undefined;
    const own = isReplicated ? found : widened(found, d);
    if (isReplicated && isOfTwo) {
      return withUnseen(own, largest.ofTwo, { confidence, share, least: Infinity });
    }
    const least = isOfTwo ? Math.sqrt(noWidth) : noWidth;
    return withUnseen(own, largest.change, { confidence, share, least });
  };
  const at = (column: Float64Array | undefined, row: number): number => column?.[row] ?? NaN;
  const first = ab.map((frozen) =>
    combine((row) => at(b, row) * (at(frozen, row) - at(a, row)), true),
  );
  const total = ab.map((frozen) =>
    combine((row) => 0.5 * (at(a, row) - at(frozen, row)) ** 2 + 0 * at(b, row), false),
  );
  const ba = secondOrder ? Array.from({ length: d }, (_, j) => atPlace(y, blocks, 1 + d + j)) : [];
  const second = ba.flatMap((picked, j) =>
    Array.from({ length: d - j - 1 }, (_, step) => j + 1 + step).flatMap((k) => {
      const index = combine((row) => {
        const own = (column: Float64Array | undefined): number =>
          at(b, row) * (at(column, row) - at(a, row));
        return at(picked, row) * at(ab[k], row) - at(a, row) * at(b, row) - own(ab[j]) - own(ab[k]);
      }, true);
      return index ? [{ j, k, index }] : [];
    }),
  );
  return { first, total, second };
}

/** A bootstrap takes blocks for independent, but those of a sequence of many inputs are off together. */
function widened(index: SobolIndex, variables: number): SobolIndex {
  if (index.halfWidth === undefined) return index;
  return { ...index, halfWidth: excessOfBlocks(variables) * index.halfWidth };
}

/** Half widths of total order below this are those of blocks that all say the same; of first and second order, in which changes aren't squared, below its root. */
const noWidth = 1e-12;

/**
 * Blocks that all say the same, such as that an input does nothing, show no spread: what is in fewer blocks than the confidence lets one see may
 * change the response as much as the largest change of any input. The same goes for parts of A and of B that must come together in a block, as in
 * first order where the response has a corner of many inputs: a total index sees what it needs in A alone.
 * @param options.share of the blocks that tell something new
 * @param options.least spreads up to this show none
 */
function withUnseen(
  index: SobolIndex,
  largest: number,
  {
    confidence,
    share,
    least,
  }: { readonly confidence: number; readonly share: number; readonly least: number },
): SobolIndex {
  const { halfWidth, blocks } = index;
  if (halfWidth === undefined || halfWidth > least) return index;
  const unseen = largest * (1 - (1 - confidence) ** (1 / (share * blocks)));
  return { ...index, halfWidth: Math.hypot(halfWidth, unseen) };
}

/** Largest part that one block may have in a total index, and in an index of first order, as shares of the variance. */
function largestParts(
  a: Float64Array,
  b: Float64Array,
  ab: readonly Float64Array[],
): { readonly change: number; readonly ofTwo: number } {
  let [sum, squares, count, most, size] = [0, 0, 0, 0, 0];
  a.forEach((own, row) => {
    for (const value of [own, b[row] ?? NaN]) {
      if (!Number.isFinite(value)) continue;
      sum += value;
      squares += value * value;
      count += 1;
      size = Math.max(size, Math.abs(value));
    }
    for (const frozen of ab) {
      const change = 0.5 * (own - (frozen[row] ?? NaN)) ** 2;
      if (change > most) most = change;
    }
  });
  const variance = squares / count - (sum / count) ** 2;
  return { change: most / variance, ofTwo: (size * Math.sqrt(2 * most)) / variance };
}

/** Centred by the mean of all finite values, which takes variance from the estimators, and scaled. */
function centreFinite(response: Float64Array): Float64Array {
  const { values } = centre(response.filter(Number.isFinite));
  let place = 0;
  return response.map((value) => (Number.isFinite(value) ? (values[place++] ?? NaN) : NaN));
}

function estimate(
  products: Float64Array,
  a: Float64Array,
  b: Float64Array,
  { times: ways, halfWidth }: BlockResamples,
): SobolIndex | undefined {
  const usable = products.reduce((n, value) => (Number.isFinite(value) ? n + 1 : n), 0);
  if (usable < 2) return undefined;
  // A block with a missing run adds nothing anywhere, also to the count.
  const parts = new Float64Array(4 * products.length);
  products.forEach((product, row) => {
    if (!Number.isFinite(product)) return;
    const [inA, inB] = [a[row] ?? 0, b[row] ?? 0];
    parts.set([product, inA + inB, inA * inA + inB * inB, 1], 4 * row);
  });
  const over = (times: Uint32Array): number => {
    let [product, sum, square, count] = [0, 0, 0, 0];
    for (let row = 0, at = 0; row < times.length; row += 1, at += 4) {
      const weight = times[row] ?? 0;
      product += weight * (parts[at] ?? 0);
      sum += weight * (parts[at + 1] ?? 0);
      square += weight * (parts[at + 2] ?? 0);
      count += weight * (parts[at + 3] ?? 0);
    }
    return shareOfVariance(product, sum, square, count);
  };
  const value = over(new Uint32Array(products.length).fill(1));
  if (!Number.isFinite(value)) return undefined;
  if (ways.length < 2) return { value, blocks: usable };
  return { value, halfWidth: halfWidth(ways.map(over)), blocks: usable };
}
