import { fillUniforms, type StreamKey } from './fill-uniforms.ts';
import { philox } from './philox.ts';

/** Random numbers of one variable by their counter: any of them, in any order, always the same. */
export interface Stream {
  /**
   * @param counter whole number, 0 .. 2^53-1
   * @returns a number inside (0, 1): an odd multiple of 2^-53, so neither end is ever hit
   */
  readonly uniform: (counter: number) => number;
  /** @returns 32 random bits as a whole number 0 .. 2^32-1 */
  readonly bits: (counter: number) => number;
  /** Writes `uniform(start) .. uniform(start + target.length - 1)` into `target`. */
  readonly fill: (target: Float64Array, start: number) => void;
}

const two32 = 2 ** 32;

/**
 * The stream of a seed and a name: Philox4x32-10, version 1. Seed and name are absorbed block by block into the key and the
 * upper half of the counter; the lower half counts pairs of numbers. So streams don't depend on each other nor on order.
 * @param seed whole number, 0 .. 2^53-1
 */
export function createStream(seed: number, name: string): Stream {
  const key = absorb(seed, name);
  const [keyLow, keyHigh, third, fourth] = key;
  const words = new Int32Array(4);
  const draw = (block: number): void => {
    words[0] = (block % two32) | 0;
    words[1] = Math.floor(block / two32);
    words[2] = third;
    words[3] = fourth;
    philox(words, keyLow, keyHigh);
  };
  const pick = (half: 0 | 2): number =>
    (((words[half] ?? 0) >>> 6) * 2 ** 26 + ((words[half + 1] ?? 0) >>> 6) + 0.5) * 2 ** -52;
  const uniform = (counter: number): number => {
    draw(Math.floor(counter / 2));
    return pick(counter % 2 === 0 ? 0 : 2);
  };
  return {
    uniform,
    bits: (counter) => {
      draw(Math.floor(counter / 4));
      return (words[counter % 4] ?? 0) >>> 0;
    },
    fill: (target, start) => {
      const { length } = target;
      const from = Math.min(start % 2, length);
      const end = length - ((length - from) % 2);
      if (from > 0) target[0] = uniform(start);
      if (end > from) fillUniforms(target.subarray(from, end), (start + from) / 2, key);
      if (end < length) target[end] = uniform(start + end);
    },
  };
}

function absorb(seed: number, name: string): StreamKey {
  const seedLow = (seed % two32) | 0;
  const seedHigh = Math.floor(seed / two32);
  const bytes = new TextEncoder().encode(name);
  const state = new Int32Array([bytes.length, 0, 0, 0]);
  philox(state, seedLow, seedHigh);
  for (let start = 0; start < bytes.length; start += 16) {
    for (let at = start; at < Math.min(start + 16, bytes.length); at += 1) {
      const word = (at >> 2) & 3;
      state[word] = (state[word] ?? 0) ^ ((bytes[at] ?? 0) << (8 * (at & 3)));
    }
    philox(state, seedLow, seedHigh);
  }
  return [state[0] ?? 0, state[1] ?? 0, state[2] ?? 0, state[3] ?? 0];
}
