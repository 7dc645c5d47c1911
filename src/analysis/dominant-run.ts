import { centre } from './centre.ts';

/** Fewer values than this don't show that one is far from the rest. */
const leastValues = 8;

/** One value with more of all squares about the mean than this decides what is made of products and squares. */
const largestShare = 0.5;

/** A single value that holds most of the squared scatter of a column. */
export interface DominantRun {
  /** From 1. */
  readonly run: number;
  readonly share: number;
}

/** @param values NaN where a run doesn't count @returns undefined where no value stands out so far */
export function dominantRun(values: Float64Array): DominantRun | undefined {
  const rows = Array.from(values.keys()).filter((row) => Number.isFinite(values[row]));
  if (rows.length < leastValues) return undefined;
  const { values: centred } = centre(values.filter(Number.isFinite));
  const total = centred.reduce((sum, x) => sum + x * x, 0);
  const place = centred.reduce(
    (most, x, at) => (Math.abs(x) > Math.abs(centred[most] ?? 0) ? at : most),
    0,
  );
  const share = (centred[place] ?? 0) ** 2 / total;
  return share > largestShare ? { run: (rows[place] ?? 0) + 1, share } : undefined;
}

/** The same as a reason; false where no value stands out so far. */
export function dominanceDoubt(name: string, values: Float64Array): string | false {
  const found = dominantRun(values);
  return (
    found !== undefined &&
    `run ${found.run} holds ${Math.round(100 * found.share)} % of the squared scatter of ${name}, so it decides the result: look at that run, and compare without it`
  );
}
