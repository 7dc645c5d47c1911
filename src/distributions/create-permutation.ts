import type { Stream } from './create-stream.ts';

const rounds = 8;

/** Murmur's finaliser: every bit of the result depends on every bit of `x`. */
function mix(x: number): number {
  let h = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * A pseudo-random permutation of 0 .. size-1 whose entry i is made without the others and without a table: a Feistel network
 * over the next power of two, walked until it falls inside.
 * @param size 1 .. 2^31
 * @param stream its first numbers key the rounds
 * @see J. Black, P. Rogaway (2002), doi:10.1007/3-540-45760-7_9
 */
export function createPermutation(size: number, stream: Stream): (index: number) => number {
  // A small set is walked inside a larger one: few bits make a poor network.
  const bits = Math.max(8, Math.ceil(Math.log2(size)));
  const lowBits = bits >> 1;
  const lowMask = 2 ** lowBits - 1;
  const highMask = 2 ** (bits - lowBits) - 1;
  const keys = Int32Array.from({ length: rounds }, (_, round) => stream.bits(round));
  return (index) => {
    let value = index;
    do {
      let low = value & lowMask;
      let high = value >>> lowBits;
      for (let round = 0; round < rounds; round += 2) {
        high ^= mix(low ^ (keys[round] ?? 0)) & highMask;
        low ^= mix(high ^ (keys[round + 1] ?? 0)) & lowMask;
      }
      value = ((high << lowBits) | low) >>> 0;
    } while (value >= size);
    return value;
  };
}
