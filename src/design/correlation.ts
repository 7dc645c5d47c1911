import { createStream, normalCdf, normalQuantile } from '../distributions/index.ts';
import type { DesignContext } from './design-context.ts';
import type { FillUnit } from './fill-unit.ts';

/** Lower triangle of a Cholesky factor, row by row. */
type Factor = readonly Float64Array[];

/** @returns undefined where the matrix isn't positive definite */
function cholesky(matrix: readonly (readonly number[])[]): Factor | undefined {
  const rows: Float64Array[] = [];
  for (const [i, given] of matrix.entries()) {
    const row = new Float64Array(i + 1);
    rows.push(row);
    for (let j = 0; j <= i; j += 1) {
      let sum = given[j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (row[k] ?? 0) * (rows[j]?.[k] ?? 0);
      if (j === i && !(sum > 1e-12)) return undefined;
      row[j] = j === i ? Math.sqrt(sum) : sum / (rows[j]?.[j] ?? NaN);
    }
  }
  return rows;
}

/**
 * The wanted rank correlations as a factor for normal scores, from the option `correlation: [[w, t, 0.5], …]`.
 * @returns undefined where the option is absent
 * @throws DesignError for unknown names, values outside -1 .. 1, or values that contradict each other
 */
export function readCorrelation(context: DesignContext): Factor | undefined {
  const given = context.option('correlation');
  if (given === undefined) return undefined;
  const expected = 'a list such as [[w, t, 0.5]]';
  if (!Array.isArray(given)) return context.refuse('correlation', expected);
  const names = context.variables.map(({ name }) => name);
  const matrix = names.map((_, i) => names.map((_unused, j): number => (i === j ? 1 : 0)));
  for (const entry of given as readonly unknown[]) {
    const [first, second, value] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    const [i, j] = [names.indexOf(String(first)), names.indexOf(String(second))];
    if (i < 0 || j < 0 || i === j || typeof value !== 'number' || !(Math.abs(value) < 1)) {
      return context.refuse(
        'correlation',
        expected,
        `two of ${names.join(', ')} and a rank correlation inside -1 .. 1`,
      );
    }
    // What normal scores must have so that their ranks have the wanted correlation.
    const score = 2 * Math.sin((Math.PI * value) / 6);
    for (const [row, column] of [
      [i, j],
      [j, i],
    ] as const) {
      const line = matrix[row];
      if (line) line[column] = score;
    }
  }
  return cholesky(matrix) ?? refuseContradiction(context, matrix);
}

function refuseContradiction(
  context: DesignContext,
  matrix: readonly (readonly number[])[],
): never {
  let [low, high] = [0, 1];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    const shrunk = matrix.map((row, i) => row.map((x, j) => (i === j ? x : middle * x)));
    if (cholesky(shrunk)) low = middle;
    else high = middle;
  }
  return context.refuse(
    'correlation',
    'correlations that can hold together (a positive definite matrix)',
    `nearest: multiply all of them by ${(Math.floor(low * 100) / 100).toFixed(2)}`,
  );
}

/**
 * Points of a normal copula: row by row, so that any block is made alone. Each variable keeps its distribution; its strata, if it had any, are lost.
 * @see R. B. Nelsen (2006), An Introduction to Copulas, doi:10.1007/0-387-28678-0
 */
export function withCopula(fill: FillUnit, factor: Factor): FillUnit {
  return (variable, start, target) => {
    const weights = factor[variable] ?? new Float64Array();
    const scores = new Float64Array(target.length);
    const own = new Float64Array(target.length);
    weights.forEach((weight, other) => {
      if (weight === 0) return;
      fill(other, start, own);
      for (let row = 0; row < own.length; row += 1) {
        scores[row] = (scores[row] ?? 0) + weight * normalQuantile(own[row] ?? 0.5);
      }
    });
    for (let row = 0; row < target.length; row += 1) {
      const p = normalCdf(scores[row] ?? 0);
      target[row] = Math.min(1 - 2 ** -53, Math.max(2 ** -1000, p));
    }
  };
}

/**
 * Rearranges each variable's values so that the ranks have the wanted correlation and the set of values stays: a Latin hypercube stays
 * Latin. Holds all rows.
 * @see R. L. Iman, W. J. Conover (1982), doi:10.1080/03610918208812265
 */
export function withRearrangement(
  { seed, variables }: DesignContext,
  rowCount: number,
  fill: FillUnit,
  factor: Factor,
): FillUnit {
  let rearranged: readonly Float64Array[] | undefined;
  const make = (): readonly Float64Array[] => {
    const scores = variables.map(({ name }) => createScores(rowCount, seed, name));
    const observed = cholesky(correlationMatrix(scores));
    const mixed = observed ? mix(uncorrelate(scores, observed), factor) : mix(scores, factor);
    return mixed.map((target, variable) => {
      const values = new Float64Array(rowCount);
      fill(variable, 0, values);
      values.sort();
      const order = Uint32Array.from(target.keys()).sort(
        (a, b) => (target[a] ?? 0) - (target[b] ?? 0),
      );
      const placed = new Float64Array(rowCount);
      order.forEach((row, rank) => {
        placed[row] = values[rank] ?? 0.5;
      });
      return placed;
    });
  };
  return (variable, start, target) => {
    rearranged ??= make();
    target.set(rearranged[variable]?.subarray(start, start + target.length) ?? []);
  };
}

/** Van der Waerden scores in a random order. */
function createScores(count: number, seed: number, name: string): Float64Array {
  const keys = new Float64Array(count);
  createStream(seed, `${name}/scores`).fill(keys, 0);
  const order = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  const scores = new Float64Array(count);
  order.forEach((row, rank) => {
    scores[row] = normalQuantile((rank + 1) / (count + 1));
  });
  return scores;
}

function correlationMatrix(columns: readonly Float64Array[]): readonly (readonly number[])[] {
  const norm = columns.map((column) => column.reduce((sum, x) => sum + x * x, 0));
  return columns.map((a, i) =>
    columns.map((b, j) => {
      const product = a.reduce((sum, x, row) => sum + x * (b[row] ?? 0), 0);
      return product / Math.sqrt((norm[i] ?? 1) * (norm[j] ?? 1));
    }),
  );
}

/** Columns without the correlation of the given factor. */
function uncorrelate(columns: readonly Float64Array[], factor: Factor): readonly Float64Array[] {
  const free: Float64Array[] = [];
  for (const [i, column] of columns.entries()) {
    const own = factor[i] ?? new Float64Array();
    free.push(
      column.map((x, row) => {
        const known = free.reduce((sum, other, j) => sum + (own[j] ?? 0) * (other[row] ?? 0), 0);
        return (x - known) / (own[i] ?? 1);
      }),
    );
  }
  return free;
}

function mix(columns: readonly Float64Array[], factor: Factor): readonly Float64Array[] {
  return columns.map((first, i) =>
    first.map((_, row) =>
      (factor[i] ?? new Float64Array()).reduce(
        (sum, weight, j) => sum + weight * (columns[j]?.[row] ?? 0),
        0,
      ),
    ),
  );
}
