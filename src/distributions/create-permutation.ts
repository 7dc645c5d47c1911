import type { Stream } from './create-stream.ts';

const rounds = 8;

/** Murmur's finaliser: every bit of the result depends on every bit of `x`. */
function mix(x: number): number {
  let h = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** A Feistel network over the next power of two: a permutation of it without a table. */
interface Network {
  readonly lowBits: number;
  readonly lowMask: number;
  readonly highMask: number;
  /** One a round. */
  readonly keys: Int32Array;
  /** @returns where an index ends that is sent through until it falls below the size, as it begins below it */
  readonly walk: (index: number) => number;
}

function createNetwork(size: number, stream: Stream): Network {
  // A small set is walked inside a larger one: few bits make a poor network.
  const bits = Math.max(8, Math.ceil(Math.log2(size)));
  const lowBits = bits >> 1;
  const lowMask = 2 ** lowBits - 1;
  const highMask = 2 ** (bits - lowBits) - 1;
  const keys = Int32Array.from({ length: rounds }, (_, round) => stream.bits(round));
  const walk = (index: number): number => {
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
  return { lowBits, lowMask, highMask, keys, walk };
}

/**
 * A pseudo-random permutation of 0 .. size-1 whose entry i is made without the others and without a table: a Feistel network
 * over the next power of two, walked until it falls inside.
 * @param size 1 .. 2^31
 * @param stream its first numbers key the rounds
 * @see J. Black, P. Rogaway (2002), doi:10.1007/3-540-45760-7_9
 */
export function createPermutation(size: number, stream: Stream): (index: number) => number {
  return createNetwork(size, stream).walk;
}

/** @returns what writes entries `start ..` of {@link createPermutation} into `target`; faster than one by one */
export function createPermutationFill(
  size: number,
  stream: Stream,
): (target: Uint32Array, start: number) => void {
  const { lowBits, lowMask, highMask, keys, walk } = createNetwork(size, stream);
  return (target, start) => {
    const { length } = target;
    let row = 0;
    // Two go side by side, since each round waits for the one before it.
    for (; row + 1 < length; row += 2) {
      const first = start + row;
      let lowA = first & lowMask;
      let highA = first >>> lowBits;
      let lowB = (first + 1) & lowMask;
      let highB = (first + 1) >>> lowBits;
      for (let round = 0; round < rounds; round += 2) {
        const even = keys[round] ?? 0;
        const odd = keys[round + 1] ?? 0;
        highA ^= mix(lowA ^ even) & highMask;
        highB ^= mix(lowB ^ even) & highMask;
        lowA ^= mix(highA ^ odd) & lowMask;
        lowB ^= mix(highB ^ odd) & lowMask;
      }
      const a = ((highA << lowBits) | lowA) >>> 0;
      const b = ((highB << lowBits) | lowB) >>> 0;
      target[row] = a < size ? a : walk(a);
      target[row + 1] = b < size ? b : walk(b);
    }
    if (row < length) target[row] = walk(start + row);
  };
}
