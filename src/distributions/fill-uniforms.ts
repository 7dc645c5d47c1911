import { philoxModule } from './philox-module.ts';

/** A Philox key and the upper half of its counter. */
export type StreamKey = readonly [keyLow: number, keyHigh: number, third: number, fourth: number];

interface PhiloxExports {
  readonly fill: (end: number, block: bigint, ...key: readonly bigint[]) => void;
  readonly memory: { readonly buffer: ArrayBuffer };
}

interface PhiloxProgram {
  readonly fill: PhiloxExports['fill'];
  /** Its memory, where it leaves the numbers. */
  readonly numbers: Float64Array;
}

let loaded: PhiloxProgram | undefined;

function load(): PhiloxProgram {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(philoxModule()));
  const { fill, memory } = exports as unknown as PhiloxExports;
  return { fill, numbers: new Float64Array(memory.buffer) };
}

/**
 * Writes the two numbers of each Philox block from `block` on into `target`.
 * @param target an even number of places
 */
export function fillUniforms(target: Float64Array, block: number, key: StreamKey): void {
  loaded ??= load();
  const { fill, numbers } = loaded;
  const words = key.map((word) => BigInt(word >>> 0));
  for (let start = 0; start < target.length; start += numbers.length) {
    const count = Math.min(numbers.length, target.length - start);
    fill(8 * count, BigInt(block + start / 2), ...words);
    target.set(count === numbers.length ? numbers : numbers.subarray(0, count), start);
  }
}
