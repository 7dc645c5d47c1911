import { createStream, type Stream } from '../../distributions/index.ts';
import { sobolDirections } from './directions.ts';

/** Writes coordinates of points `start ..` of one dimension into `target`. */
export type FillSequence = (target: Float64Array, start: number) => void;

/** Point `index` of a dimension as a 32-bit fraction, in the order of Gray codes. */
function pointBits(directions: Int32Array, index: number): number {
  let bits = 0;
  let code = (index ^ (index >>> 1)) >>> 0;
  for (let bit = 0; code !== 0; bit += 1, code >>>= 1) {
    if (code & 1) bits ^= directions[bit] ?? 0;
  }
  return bits;
}

/** 1 for an odd number of one bits. */
function parity(value: number): number {
  let x = value ^ (value >>> 16);
  x ^= x >>> 8;
  x ^= x >>> 4;
  x ^= x >>> 2;
  return (x ^ (x >>> 1)) & 1;
}

/** Each bit becomes itself plus a random choice of the bits above it, so that slices stay whole. */
function mixDirections(directions: Int32Array, stream: Stream): Int32Array {
  const masks = Int32Array.from({ length: 32 }, (_, bit) => {
    const own = 1 << bit;
    return (stream.bits(bit) & ~(own | (own - 1))) | own;
  });
  return directions.map((direction) => {
    let mixed = 0;
    for (let bit = 0; bit < 32; bit += 1) mixed |= parity(direction & (masks[bit] ?? 0)) << bit;
    return mixed;
  });
}

/**
 * One dimension of the Sobol' sequence in [0, 1), the points in the order and with the bits of `scipy.stats.qmc.Sobol(scramble=False)`.
 * @param dimension from 0
 */
export function createSobol(dimension: number): FillSequence {
  const directions = sobolDirections(dimension);
  return (target, start) => {
    let bits = pointBits(directions, start);
    for (let row = 0; row < target.length; row += 1) {
      target[row] = (bits >>> 0) * 2 ** -32;
      bits ^= directions[trailingOnes(start + row)] ?? 0;
    }
  };
}

/**
 * One dimension of a scrambled Sobol' sequence, inside (0, 1): Owen's scrambling in its linear form, with a random shift. Every point is
 * uniform, and the set keeps its balance.
 * @param name keys the scrambling together with the seed
 * @see A. B. Owen (1995), doi:10.1007/978-1-4612-2552-2_19; J. Matousek (1998), doi:10.1006/jcom.1998.0489
 */
export function createScrambledSobol(dimension: number, seed: number, name: string): FillSequence {
  const stream = createStream(seed, `${name}/scramble`);
  const directions = mixDirections(sobolDirections(dimension), stream);
  const shift = stream.bits(32);
  return (target, start) => {
    let bits = pointBits(directions, start) ^ shift;
    for (let row = 0; row < target.length; row += 1) {
      target[row] = ((bits >>> 0) + 0.5) * 2 ** -32;
      bits ^= directions[trailingOnes(start + row)] ?? 0;
    }
  };
}

/** Number of one bits at the low end of a number below 2^32. */
function trailingOnes(value: number): number {
  return 31 - Math.clz32((value + 1) & ~value);
}
