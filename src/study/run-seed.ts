import { createStream } from '../distributions/index.ts';

/** @returns the whole number 1 .. 2^31-1 that templates get as `${seed}` in a run; the same for each attempt of it */
export function createRunSeeds(seed: number): (run: number) => number {
  const stream = createStream(seed, '${seed}');
  return (run) => 1 + Math.floor(stream.uniform(run) * (2 ** 31 - 1));
}
