/**
 * Rows that go on from each other, as those of a Markov chain or of a drift do: each tells less than an independent draw, while intervals count it in
 * full. What is seen is the order of the rows, so rows that somebody sorted show nothing.
 */
import { normalQuantile } from '../../distributions/index.ts';
import { groupRows } from '../row-groups.ts';
import { takesAtMost } from '../count-distinct.ts';
import { ranks } from '../../numbers/ranks.ts';
import { rowStructureOf, type NumericColumn } from '../study-table.ts';
import type { StudyColumn, StudyStructure } from '../study-table.ts';

/** Chance of a doubt over all inputs together, where rows are independent. */
const chance = 5e-3;

/** A smaller autocorrelation widens intervals by less than a fifth. */
const leastAutocorrelation = 0.2;

/** Columns with a smaller share of different values are levels; chains that stay at a place for some steps have more. */
const leastDistinct = 0.2;

/** Fewer rows than this show no chain. */
const leastRows = 10;

/** A column, and how far its next value follows from this one. */
export interface Chain {
  readonly name: string;
  /** Of ranks, from one row to the next. */
  readonly autocorrelation: number;
  readonly rows: number;
}

/**
 * The rows by whose order a chain shows, each draw of the inputs once; undefined where a design chose the order, or somebody sorted the rows.
 * @param columns of numbers, inputs and responses; NaN where a run doesn't count
 */
export function rowsInOrder(
  given: readonly StudyColumn[],
  columns: readonly NumericColumn[],
  structure: StudyStructure | undefined,
): Uint32Array | undefined {
  const isDrawn = rowStructureOf(structure) === 'independent' && structure?.method !== 'vector';
  if (!isDrawn) return undefined;
  const inputs = given.filter(({ role }) => role === 'input');
  const { of } = groupRows(
    inputs.map(({ values }) => values),
    columns[0]?.values.length ?? 0,
  );
  // Draws are numbered as they appear.
  let seen = -1;
  const rows = new Uint32Array(of.length)
    .map((_, row) => row)
    .filter((row) => {
      const isNew = (of[row] ?? 0) > seen;
      if (isNew) seen = of[row] ?? 0;
      return inputs.length === 0 || isNew;
    });
  const isSorted = columns.some((column) => {
    const values = valuesAt(column, rows);
    return values.length >= leastRows && isMonotone(values) && !isCounter(values);
  });
  return isSorted ? undefined : rows;
}

/** The column of numbers that goes on most from row to row; undefined where none does by more than chance. */
export function chainAmong(
  columns: readonly NumericColumn[],
  rows: Uint32Array,
): Chain | undefined {
  const found = columns.flatMap((column) => {
    const values = valuesAt(column, rows);
    const isContinuous = !takesAtMost(values, leastDistinct * values.length);
    return isContinuous && values.length >= leastRows && !isMonotone(values)
      ? [{ name: column.name, ranks: ranks(values) }]
      : [];
  });
  const most = normalQuantile(1 - chance / found.length);
  return found
    .flatMap(({ name, ranks: own }): Chain[] => {
      const autocorrelation = lagOne(own);
      const least = Math.max(leastAutocorrelation, most / Math.sqrt(own.length));
      // Points that fill a box evenly may rise step by step, but start again so often that batches of them agree.
      return autocorrelation > least && scatterOfBatches(own) > 1
        ? [{ name, autocorrelation, rows: own.length }]
        : [];
    })
    .reduce<Chain | undefined>(
      (worst, one) => (worst && worst.autocorrelation >= one.autocorrelation ? worst : one),
      undefined,
    );
}

/** Why results that take the rows for independent draws can't be trusted; false without a chain. */
export function describeChain(chain: Chain | undefined): string | false {
  if (!chain) return false;
  const { name, autocorrelation: r, rows } = chain;
  const worth = Math.max(1, Math.round(((1 - r) / (1 + r)) * rows));
  return `${name} goes on from row to row (autocorrelation ${r.toFixed(2)}), as in a Markov chain: ${rows} such rows tell about as much as ${worth} independent ones, but intervals and errors count each; thin the chain, or shuffle the rows where they are independent`;
}

function valuesAt({ values }: NumericColumn, rows: Uint32Array): Float64Array {
  const found = new Float64Array(rows.length);
  let count = 0;
  for (let place = 0; place < rows.length; place += 1) {
    const value = values[rows[place] ?? 0] ?? NaN;
    if (!Number.isFinite(value)) continue;
    found[count] = value;
    count += 1;
  }
  return found.subarray(0, count);
}

/** As rows have that were put in the order of a column. */
function isMonotone(values: Float64Array): boolean {
  const goesOn = (sign: 1 | -1): boolean =>
    values.every((value, row) => row === 0 || sign * (value - (values[row - 1] ?? NaN)) >= 0);
  return goesOn(1) || goesOn(-1);
}

/** Equal steps number the rows rather than sort them, and the same value in all does neither. */
function isCounter(values: Float64Array): boolean {
  const steps = stepsOf(values);
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  return steps.every((step) => Math.abs(step - mean) <= 1e-6 * Math.abs(mean));
}

function stepsOf(values: Float64Array): readonly number[] {
  return Array.from(values.subarray(1), (next, place) => next - (values[place] ?? NaN));
}

function lagOne(values: Float64Array): number {
  const mean = (values.length + 1) / 2;
  let [product, square] = [0, 0];
  values.forEach((value, row) => {
    square += (value - mean) ** 2;
    if (row > 0) product += (value - mean) * ((values[row - 1] ?? NaN) - mean);
  });
  return product / square;
}

/** How much more the means of batches of neighbours scatter than those of independent rows do: about 1 for such, less for even points. */
function scatterOfBatches(values: Float64Array): number {
  const size = Math.floor(Math.sqrt(values.length));
  const count = Math.floor(values.length / size);
  const used = values.subarray(0, size * count);
  const mean = used.reduce((sum, value) => sum + value, 0) / used.length;
  const variance = used.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (used.length - 1);
  let between = 0;
  for (let batch = 0; batch < count; batch += 1) {
    const own = used.subarray(batch * size, (batch + 1) * size);
    between += (own.reduce((sum, value) => sum + value, 0) / size - mean) ** 2;
  }
  return ((between / (count - 1)) * size) / variance;
}
