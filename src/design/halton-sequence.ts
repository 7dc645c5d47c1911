import { createPermutation, createStream } from '../distributions/index.ts';
import type { FillSequence } from './sobol/sobol-sequence.ts';

/** Sums of the lowest places are kept for at most so many rows, or one place: they fit a core's nearest cache. */
const mostKeptSums = 8192;

/** A value's share from each place of a number: `[place][digit]`. */
type Places = readonly Float64Array[];

/**
 * One dimension of Halton's sequence: rows counted in `base`, mirrored at the point. Digits of each place are permuted by `scrambling`,
 * which keeps values inside (0, 1); without it they are in [0, 1).
 */
export function createHaltonSequence(
  base: number,
  scrambling: { readonly seed: number; readonly name: string } | undefined,
): FillSequence {
  const places: Places = Array.from({ length: Math.floor(53 / Math.log2(base)) }, (_, place) => {
    const at = scrambling
      ? createPermutation(base, createStream(scrambling.seed, `${scrambling.name}/digits/${place}`))
      : (digit: number) => digit;
    return Float64Array.from({ length: base }, (_unused, digit) => at(digit) / base ** (place + 1));
  });
  // Half the last place keeps a scrambled value off both ends.
  const offset = scrambling ? 0.5 / base ** places.length : 0;
  const low = Math.max(1, Math.floor(Math.log(mostKeptSums) / Math.log(base)));
  const sums = sumsOfLowPlaces(places.slice(0, low), base, offset);
  const highPlaces = places.slice(low);
  const high = new Float64Array(highPlaces.length);
  return (target, start) => {
    for (let row = 0; row < target.length;) {
      const first = (start + row) % sums.length;
      const end = Math.min(target.length, row + sums.length - first);
      let rest = Math.floor((start + row) / sums.length);
      for (const [index, place] of highPlaces.entries()) {
        high[index] = place[rest % base] ?? 0;
        rest = Math.floor(rest / base);
      }
      addEach(target.subarray(row, end), sums.subarray(first), high);
      row = end;
    }
  };
}

/** Added place by place, lowest first, as the sequence's values are: so they are the same to the last bit. */
function sumsOfLowPlaces(places: Places, base: number, offset: number): Float64Array {
  let sums = Float64Array.of(offset);
  for (const place of places) {
    const before = sums;
    sums = new Float64Array(before.length * base);
    for (let index = 0; index < sums.length; index += 1) {
      const digit = Math.floor(index / before.length);
      sums[index] = (before[index % before.length] ?? 0) + (place[digit] ?? 0);
    }
  }
  return sums;
}

/** Four rows go side by side, since each addition waits for the one before it. */
function addEach(target: Float64Array, sums: Float64Array, shares: Float64Array): void {
  const most = 1 - 2 ** -53;
  let row = 0;
  for (; row + 3 < target.length; row += 4) {
    let a = sums[row] ?? 0;
    let b = sums[row + 1] ?? 0;
    let c = sums[row + 2] ?? 0;
    let d = sums[row + 3] ?? 0;
    for (let place = 0; place < shares.length; place += 1) {
      const share = shares[place] ?? 0;
      a += share;
      b += share;
      c += share;
      d += share;
    }
    target[row] = Math.min(a, most);
    target[row + 1] = Math.min(b, most);
    target[row + 2] = Math.min(c, most);
    target[row + 3] = Math.min(d, most);
  }
  for (; row < target.length; row += 1) {
    let sum = sums[row] ?? 0;
    for (let place = 0; place < shares.length; place += 1) sum += shares[place] ?? 0;
    target[row] = Math.min(sum, most);
  }
}
