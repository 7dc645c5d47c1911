import { createDistribution } from '../distributions/index.ts';
import { centredDiscrepancy } from '../design/exchange/centred-discrepancy.ts';
import type { DesignMethod } from '../design/design-settings.ts';
import { varies } from './complete-rows.ts';
import { groupRows } from './row-groups.ts';
import { numbersOf, type StudyColumn, type StudyStructure } from './study-table.ts';
import type { LeftOutInput } from './summarise-sensitivity.ts';

/** How evenly the points of a design lie. */
export interface DesignSpread {
  /** Different points. */
  readonly points: number;
  /** Inputs in which their distances are taken. */
  readonly dimensions: number;
  /** Of a sample; otherwise the reason why it has none. */
  readonly discrepancy: Discrepancy | string;
  /** Smallest distance of two points that differ, each input from 0 to 1: of a sample by its probabilities, otherwise by its range; absent where all are equal. */
  readonly leastDistance?: number;
}

/** How far a sample is from even in the probabilities of its inputs' distributions. */
export interface Discrepancy {
  /** Centred L2 discrepancy (squared): 0 would be perfectly even. */
  readonly value: number;
  /** Expected value of it for as many independent points of these distributions. */
  readonly random: number;
  /** Inputs that have no part in it. */
  readonly leftOut: readonly LeftOutInput[];
}

/** Above so many points the pairs are too many to be looked at. */
const mostPoints = 3000;

/** Rows, of several cases or replicates, among which different points are looked for. */
const mostRows = 20_000;

/** Methods whose points are meant to fill the distributions of the inputs. */
const samples = new Set<DesignMethod>(['monte-carlo', 'latin-hypercube', 'sobol', 'halton']);

/**
 * Evenness of the points. Discrepancy is that of the probabilities of each value under its own distribution, as independent draws are uniform in these.
 * @returns why it can't be told: below two points or where no input of numbers varies, and above 3,000 points
 * @see F. J. Hickernell (1998), doi:10.1090/S0025-5718-98-00894-1: the expected value follows from independent points
 */
export function designSpread(
  inputs: readonly StudyColumn[],
  structure: StudyStructure,
): DesignSpread | string {
  const reason = noSample(structure);
  const numeric = inputs.flatMap(({ name, values }) => {
    const numbers = numbersOf(values);
    return numbers && varies(numbers) && numbers.every(Number.isFinite)
      ? [{ name, values: numbers }]
      : [];
  });
  const drawn = reason === undefined ? probabilitiesOf(inputs, structure) : undefined;
  const isSample = drawn !== undefined && drawn.columns.length > 0;
  const columns = distinctRows(
    isSample ? drawn.columns : numeric.map(({ values }) => toRange(values)),
  );
  const points = columns[0]?.length ?? 0;
  if (columns.length === 0) return 'no input of numbers varies';
  if (points < 2) return 'there are fewer than two different points';
  if (points > mostPoints) {
    return `they are of all pairs of points, which are too many above ${mostPoints} points, and here are ${points}`;
  }
  const least = leastSquareDistance(columns);
  const dimensions = columns.length;
  return {
    ...{ points, dimensions },
    discrepancy: isSample
      ? {
          value: centredDiscrepancy(columns),
          random: ((5 / 4) ** dimensions - (13 / 12) ** dimensions) / points,
          leftOut: drawn.leftOut,
        }
      : (reason ?? 'no input has a continuous distribution'),
    ...(least === undefined ? {} : { leastDistance: Math.sqrt(least) }),
  };
}

/** Why the points are no sample of independent inputs; undefined where they are. */
function noSample({ method, dependence }: StudyStructure): string | undefined {
  if (!samples.has(method)) {
    return `the points of a ${method} design are chosen, not spread over the distributions of the inputs`;
  }
  return dependence === undefined
    ? undefined
    : `${dependence} makes the inputs depend on each other, so even points are not what is asked for`;
}

/** Each drawn input of numbers as the probability of at most its value. */
function probabilitiesOf(
  inputs: readonly StudyColumn[],
  { variables, distributions = {} }: StudyStructure,
): { readonly columns: readonly Float64Array[]; readonly leftOut: readonly LeftOutInput[] } {
  const columns: Float64Array[] = [];
  const leftOut: LeftOutInput[] = [];
  for (const { name, values } of inputs) {
    const source = distributions[name];
    const found =
      source?.kind === 'generator'
        ? createDistribution(source.generator, source.settings)
        : undefined;
    const numbers = numbersOf(values);
    if (!variables.includes(name) || source === undefined) {
      leftOut.push({ input: name, reason: 'is not drawn by the design' });
    } else if (found === undefined || found.levels !== undefined || numbers === undefined) {
      leftOut.push({
        input: name,
        reason: 'takes levels, and the measure is one of continuous inputs',
      });
    } else if (varies(numbers)) {
      columns.push(numbers.map(found.cdf));
    } else {
      leftOut.push({ input: name, reason: 'has one value' });
    }
  }
  return { columns, leftOut };
}

function toRange(column: Float64Array): Float64Array {
  const low = column.reduce((a, b) => Math.min(a, b), Infinity);
  const high = column.reduce((a, b) => Math.max(a, b), -Infinity);
  return column.map((x) => (x - low) / (high - low));
}

/** Points that are run for several cases, or several times, are one point. */
function distinctRows(columns: readonly Float64Array[]): readonly Float64Array[] {
  const rows = columns[0]?.length ?? 0;
  // Many rows are looked at no further, so that their groups aren't worth the work.
  if (rows > mostRows) return columns;
  const { of } = groupRows(columns, rows);
  const seen = new Set<number>();
  const isFirst = Array.from(of, (group) => {
    const before = seen.size;
    return seen.add(group).size > before;
  });
  return columns.map((column) => column.filter((_, row) => isFirst[row]));
}

function leastSquareDistance(columns: readonly Float64Array[]): number | undefined {
  const points = columns[0]?.length ?? 0;
  let least = Infinity;
  for (let a = 0; a < points; a += 1) {
    for (let b = 0; b < a; b += 1) {
      let square = 0;
      for (const column of columns) square += ((column[a] ?? 0) - (column[b] ?? 0)) ** 2;
      if (square > 0 && square < least) least = square;
    }
  }
  return least === Infinity ? undefined : least;
}
