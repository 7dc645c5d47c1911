import { createStream } from '../../distributions/index.ts';
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

function reverseBits(value: number): number {
  let x = value;
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return (x >>> 16) | (x << 16);
}

/**
 * Nested uniform scrambling of one number: each bit is flipped by a hash of the bits above it, here by a hash whose bits depend
 * only on lower ones, on the reversed number.
 * @see A. B. Owen (1995), doi:10.1007/978-1-4612-2552-2_19; B. Burley (2020), Practical hash-based Owen scrambling, JCGT 9(4)
 */
function scramble(bits: number, key: number): number {
  let x = reverseBits(bits);
  x ^= Math.imul(x, 0x3d20adea);
  x = (x + key) | 0;
  x = Math.imul(x, (key >>> 16) | 1);
  x ^= Math.imul(x, 0x05526c56);
  x ^= Math.imul(x, 0x53a22864);
  return reverseBits(x);
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
 * One dimension of an Owen-scrambled Sobol' sequence, inside (0, 1). Every point is uniform, and the set keeps its balance.
 * @param name keys the scrambling together with the seed
 */
export function createScrambledSobol(dimension: number, seed: number, name: string): FillSequence {
  const directions = sobolDirections(dimension);
  const stream = createStream(seed, `${name}/scramble`);
  const key = stream.bits(0);
  const second = stream.bits(1);
  return (target, start) => {
    let bits = pointBits(directions, start);
    for (let row = 0; row < target.length; row += 1) {
      const mixed = scramble(scramble(bits, key), second);
      target[row] = ((mixed >>> 0) + 0.5) * 2 ** -32;
      bits ^= directions[trailingOnes(start + row)] ?? 0;
    }
  };
}

/** Number of one bits at the low end of a number below 2^32. */
function trailingOnes(value: number): number {
  return 31 - Math.clz32((value + 1) & ~value);
}
