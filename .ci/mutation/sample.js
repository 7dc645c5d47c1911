// @ts-check
/** A random sample of the mutants, and what it says of them all. */
import { createHash } from 'node:crypto';

/** @type {typeof import('./sample.d.ts').isInSample} */
export function isInSample(share, file, { mutatorName, replacement = '', location }, seed = '') {
  const { start, end } = location;
  const places = [start, end].map(({ line, column }) => [line, column]);
  const text = JSON.stringify([file, places, mutatorName, replacement]) + seed;
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32 < share;
}

/** @type {typeof import('./sample.d.ts').intervalOf} */
export function intervalOf(noticed, all) {
  const z = 1.959964;
  const part = noticed / all;
  const middle = part + z ** 2 / (2 * all);
  const half = z * Math.sqrt((part * (1 - part)) / all + z ** 2 / (4 * all ** 2));
  const scale = 100 / (1 + z ** 2 / all);
  return [(middle - half) * scale, (middle + half) * scale];
}
