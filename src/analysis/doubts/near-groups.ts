/**
 * Rows that stand in groups near each other, as those of a search around a few points do: each tells less than an independent draw, in whatever
 * order they are.
 */
import { takesAtMost } from '../count-distinct.ts';
import { createOrthogonalBasis } from '../orthogonal-basis.ts';
import { ranks } from '../../numbers/ranks.ts';
import type { NumericColumn } from '../study-table.ts';

/** Fewer rows show no groups; of more, the distances of all pairs are too many. */
const leastRows = 30;
const mostRows = 3000;

/** Columns with a smaller share of different values are levels. */
const leastDistinct = 0.5;

/** Groups of so many rows and one more are looked for. */
const mostNeighbours = 12;

/** Times one over the root of the rows: that far above 1 the largest step is in less than 1 of 100 tables of independent rows. */
const margin = 6;

/** Rows that stand near each other. */
export interface NearGroups {
  /** How many rows a group has, about. */
  readonly size: number;
  readonly rows: number;
}

/**
 * Groups by how much farther the next neighbour is than the one before. With r_k the distance to the k-th neighbour, k ln(r_(k+1) / r_k) has the mean
 * 1 / d for every k, in a place of d dimensions, however dense the rows are there; in groups of k + 1 it is larger for that k.
 * @param inputs columns of numbers; correlations of their ranks are taken out
 * @param rows those to look at, each draw of the inputs once
 * @returns undefined where no group shows, or rows are too few or too many
 * @see E. Levina, P. J. Bickel (2004), Advances in Neural Information Processing Systems 17, 777-784
 */
export function nearGroups(
  inputs: readonly NumericColumn[],
  rows: Uint32Array,
): NearGroups | undefined {
  if (rows.length < leastRows || rows.length > mostRows) return undefined;
  const places = placesOf(inputs, rows);
  if (places.length < 2) return undefined;
  const distances = distancesBetween(places, rows.length);
  // Points of a lattice have steps as well, but are farther from each other than independent ones.
  if (!distances || distances.nearest > nearestOf(rows.length, places.length)) return undefined;
  const { steps } = distances;
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? NaN;
  const largest = steps.reduce((most, step) => Math.max(most, step), 0);
  return largest / middle > 1 + margin / Math.sqrt(rows.length)
    ? { size: steps.indexOf(largest) + 2, rows: rows.length }
    : undefined;
}

/** Why results that take the rows for independent draws can't be trusted; false without groups. */
export function describeGroups(groups: NearGroups | undefined): string | false {
  if (!groups) return false;
  const { size, rows } = groups;
  return `rows stand in groups of about ${size} near each other: ${rows} such rows tell about as much as ${Math.round(rows / size)} independent ones, but intervals and errors count each; analyse one row, or the mean, of each group`;
}

/** Columns of many values, by their ranks, without correlation and equally wide. */
function placesOf(inputs: readonly NumericColumn[], rows: Uint32Array): readonly Float64Array[] {
  const basis = createOrthogonalBasis();
  basis.add(new Float64Array(rows.length).fill(1));
  for (const { values } of inputs) {
    const own = Float64Array.from(rows, (row) => values[row] ?? NaN);
    if (!own.every(Number.isFinite) || takesAtMost(own, leastDistinct * own.length)) return [];
    basis.add(ranks(own));
  }
  return basis.columns.slice(1);
}

/** Mean of the logarithm of the distance to the nearest of so many independent points, which fill columns of length 1 evenly. */
function nearestOf(rows: number, dimensions: number): number {
  const side = Math.sqrt(12 / rows);
  const density = rows / side ** dimensions;
  return (-eulersConstant - Math.log(density * ballVolume(dimensions))) / dimensions;
}

const eulersConstant = 0.5772156649015329;

/** Of radius 1. */
function ballVolume(dimensions: number): number {
  if (dimensions < 2) return dimensions + 1;
  return (ballVolume(dimensions - 2) * 2 * Math.PI) / dimensions;
}

/** Of the distances from each row to its neighbours. */
interface Distances {
  /** Mean logarithm of that to the nearest. */
  readonly nearest: number;
  /** For each k the mean of k ln(r_(k+1) / r_k). */
  readonly steps: readonly number[];
}

/** @returns undefined where rows are at one place */
function distancesBetween(columns: readonly Float64Array[], rows: number): Distances | undefined {
  const sums = new Float64Array(mostNeighbours);
  const squares = new Float64Array(rows);
  let nearest = 0;
  for (let row = 0; row < rows; row += 1) {
    squares.fill(0);
    for (const column of columns) {
      const own = column[row] ?? 0;
      for (let other = 0; other < rows; other += 1)
        squares[other] = (squares[other] ?? 0) + ((column[other] ?? 0) - own) ** 2;
    }
    squares[row] = -1;
    // The row itself is first.
    squares.sort();
    if (!((squares[1] ?? 0) > 0)) return undefined;
    nearest += Math.log(squares[1] ?? NaN) / 2;
    for (let k = 1; k <= mostNeighbours; k += 1)
      sums[k - 1] =
        (sums[k - 1] ?? 0) + (k / 2) * Math.log((squares[k + 1] ?? NaN) / (squares[k] ?? NaN));
  }
  return { nearest: nearest / rows, steps: Array.from(sums, (sum) => sum / rows) };
}
