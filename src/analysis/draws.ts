/**
 * Draws of the inputs. Runs that share one, as replicates, cases and repeated rows of a table do, differ by noise and case alone: they tell no
 * more of the inputs than one run does, so intervals must count the draws.
 * @see L. Kish (1965), Survey Sampling; Satterthwaite (1946), doi:10.2307/3002019
 */
import { createDistribution, studentQuantile } from '../distributions/index.ts';
import { centre } from './centre.ts';
import { groupRows } from './row-groups.ts';
import type { NumericColumn, StudyColumn, StudyStructure } from './study-table.ts';

/** The number of each run's draw, from 0. */
export type Draws = Uint32Array;

/** Tables and vectors hold what was written into them, be it the same row twice. */
const writtenMethods: readonly string[] = ['table', 'vector'];

/**
 * The draw of each run; undefined where every run has its own, and where all have the same one, so that they differ by noise alone. Inputs that
 * a design draws from few values repeat each other by chance: such runs are draws of their own.
 */
export function drawsOf(
  given: readonly StudyColumn[],
  structure: StudyStructure | undefined,
): Draws | undefined {
  const { cases = 1, replicates = 1, derived = [], method } = structure ?? {};
  const isDrawn = method !== undefined && !writtenMethods.includes(method);
  if (isDrawn && cases * replicates === 1) return undefined;
  const inputs = given.filter(({ name, role }) => role === 'input' && !derived.includes(name));
  const rows = given[0]?.values.length ?? 0;
  const { of, count } = groupRows(
    inputs.map(({ values }) => values),
    rows,
  );
  return count === rows || count <= 1 ? undefined : of;
}

/**
 * One row of each draw, as rows that share one tell no more of how inputs are distributed. Values of inputs with few of them repeat by chance, too:
 * there each has as many rows as the design's replicates and cases leave it.
 * @returns places of the rows, ascending
 */
export function rowsOfDraws(draws: Draws, structure: StudyStructure): readonly number[] {
  const { cases = 1, replicates = 1 } = structure;
  const size = hasRanges(structure) ? Infinity : cases * replicates;
  const seen = new Map<number, number>();
  return Array.from(draws.keys()).filter((row) => {
    const draw = draws[row] ?? 0;
    const place = seen.get(draw) ?? 0;
    seen.set(draw, place + 1);
    return place % size === 0;
  });
}

/** Whether an input has a distribution over a range, of which nothing comes twice. */
function hasRanges(structure: StudyStructure | undefined): boolean {
  const { distributions = {}, formats = {} } = structure ?? {};
  return Object.entries(distributions).some(
    ([name, distribution]) =>
      formats[name] === undefined &&
      distribution.kind === 'generator' &&
      createDistribution(distribution.generator, distribution.settings).levels === undefined,
  );
}

/**
 * Whether the only rows that are there more than once are those in the middle of every input: centre runs, which somebody added to measure noise,
 * as in a central composite design, whatever the method that the rows are given as.
 * @param draws of the rows
 */
export function repeatsCentreOnly(inputs: readonly NumericColumn[], draws: Draws): boolean {
  const sizes = new Map<number, number>();
  for (const draw of draws) sizes.set(draw, (sizes.get(draw) ?? 0) + 1);
  const repeated = [...sizes].filter(([, size]) => size > 1);
  const [centreDraw] = repeated[0] ?? [];
  if (centreDraw === undefined || repeated.length > 1) return false;
  const row = draws.indexOf(centreDraw);
  return inputs.every(({ values }) => {
    const low = values.reduce((least, value) => Math.min(least, value), Infinity);
    const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
    const middle = low / 2 + high / 2;
    return Math.abs((values[row] ?? NaN) - middle) <= 1e-9 * (high / 2 - low / 2);
  });
}

/** The draws of these runs alone. */
export function drawsAt(draws: Draws | undefined, rows: readonly number[]): Draws | undefined {
  return draws && Uint32Array.from(rows, (row) => draws[row] ?? 0);
}

/** How many draws have a finite value. */
export function countDraws(values: Float64Array, draws: Draws | undefined): number {
  const seen = new Set<number>();
  let finite = 0;
  for (let row = 0; row < values.length; row += 1) {
    if (!Number.isFinite(values[row])) continue;
    finite += 1;
    if (draws) seen.add(draws[row] ?? 0);
  }
  return draws ? seen.size : finite;
}

/** The finite values with their draws. */
interface FiniteValues {
  readonly values: Float64Array;
  readonly draws: Draws;
}

/** The values that are finite, with their draws. */
export function finiteValues(values: Float64Array, draws: Draws): FiniteValues {
  const rows = Array.from(values.keys()).filter((row) => Number.isFinite(values[row]));
  return {
    values: Float64Array.from(rows, (row) => values[row] ?? NaN),
    draws: Uint32Array.from(rows, (row) => draws[row] ?? 0),
  };
}

/** How far a mean and a standard deviation may be off, where runs share draws. */
export interface ScatterOfDraws {
  readonly draws: number;
  /** Standard error of the mean, with `draws - 1` degrees of freedom. */
  readonly meanError: number;
  /** Degrees of freedom of the variance. */
  readonly freedom: number;
}

/** @returns undefined with fewer than two draws, or where the values don't vary */
export function scatterOfDraws(all: Float64Array, of: Draws): ScatterOfDraws | undefined {
  const { values, draws } = finiteValues(all, of);
  const { values: z, scale } = centre(values);
  const groups = sumsOf(z, draws);
  const [n, m] = [z.length, groups.length];
  if (m < 2 || !(scale > 0)) return undefined;
  const between = groups.reduce((sum, group) => sum + group.sum ** 2 / group.size, 0);
  const within = Math.max(0, z.reduce((sum, x) => sum + x * x, 0) - between);
  const sizes = groups.reduce((sum, { size }) => sum + size * size, 0);
  const size = (n - sizes / n) / (m - 1);
  // The variance of a value is that of its draw and that of noise: each is estimated by a mean square of its own.
  const [ofDraws, ofNoise] = [
    between / (m - 1) / size,
    n > m ? (1 - 1 / size) * (within / (n - m)) : 0,
  ];
  const spread = ofDraws ** 2 / (m - 1) + (n > m ? ofNoise ** 2 / (n - m) : 0);
  return {
    draws: m,
    meanError: scale * errorOfMean(groups, n),
    freedom: Math.min(n - 1, (ofDraws + ofNoise) ** 2 / spread),
  };
}

/** What runs of the same draw differ by, as a share of all squares; 0 where none share one. @param all NaN where a run doesn't count */
export function noiseShare(all: Float64Array, of: Draws | undefined): number {
  if (!of) return 0;
  const { values, draws } = finiteValues(all, of);
  const { values: z } = centre(values);
  const total = z.reduce((sum, x) => sum + x * x, 0);
  const between = sumsOf(z, draws).reduce((sum, group) => sum + group.sum ** 2 / group.size, 0);
  return total > 0 ? Math.max(0, 1 - between / total) : 0;
}

/**
 * How many independent runs would tell a share as well as these; at most as many as there are.
 * @param isIn of each run that has a value
 * @see E. L. Korn, B. I. Graubard (1998), Survey Methodology 24, 193-201
 */
export function effectiveRuns(isIn: readonly boolean[], draws: Draws, confidence: number): number {
  const n = isIn.length;
  const share = isIn.filter(Boolean).length / n;
  const groups = sumsOf(
    Float64Array.from(isIn, (is) => (is ? 1 - share : -share)),
    draws,
  );
  const m = groups.length;
  if (m < 2 || share === 0 || share === 1) return m;
  const quantile = (freedom: number): number => studentQuantile((1 + confidence) / 2, freedom);
  const independent = (share * (1 - share)) / errorOfMean(groups, n) ** 2;
  return Math.min(n, independent * (quantile(n - 1) / quantile(m - 1)) ** 2);
}

/** Least and largest value of each draw, ascending: limits by them hold for a run of a new draw. */
export function extremesOfDraws(
  all: Float64Array,
  of: Draws,
): { readonly least: Float64Array; readonly largest: Float64Array } {
  const { values, draws } = finiteValues(all, of);
  const least = new Map<number, number>();
  const largest = new Map<number, number>();
  draws.forEach((draw, row) => {
    const value = values[row] ?? NaN;
    least.set(draw, Math.min(value, least.get(draw) ?? Infinity));
    largest.set(draw, Math.max(value, largest.get(draw) ?? -Infinity));
  });
  return {
    least: Float64Array.from(least.values()).sort(),
    largest: Float64Array.from(largest.values()).sort(),
  };
}

/** Mean of each draw. */
export function meansOfDraws(all: Float64Array, of: Draws): Float64Array {
  const { values, draws } = finiteValues(all, of);
  return Float64Array.from(sumsOf(values, draws), ({ sum, size }) => sum / size);
}

interface SumOfDraw {
  readonly sum: number;
  readonly size: number;
}

function sumsOf(values: Float64Array, draws: Draws): readonly SumOfDraw[] {
  const sums = new Map<number, SumOfDraw>();
  draws.forEach((draw, row) => {
    const { sum, size } = sums.get(draw) ?? { sum: 0, size: 0 };
    sums.set(draw, { sum: sum + (values[row] ?? NaN), size: size + 1 });
  });
  return [...sums.values()];
}

/** Standard error of the mean of centred values, by the sums of their draws. */
function errorOfMean(groups: readonly SumOfDraw[], n: number): number {
  const m = groups.length;
  const squares = groups.reduce((total, { sum }) => total + sum * sum, 0);
  return Math.sqrt((m / (m - 1)) * squares) / n;
}
