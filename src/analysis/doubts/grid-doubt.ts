import type { Cell } from '../../design/cell.ts';
import { takesAtMost } from '../count-distinct.ts';
import { rowsOfDraws, type Draws } from '../draws.ts';
import { pairDoubt } from './pair-doubt.ts';
import { rowStructureOf, type StudyColumn, type StudyStructure } from '../study-table.ts';
import { spreadDoubt } from './spread-doubt.ts';

/** Inputs that all take at most so many values are levels rather than a sample. */
const fewValues = 5;

/** A table with at least this share of all combinations is a grid. */
const leastCombinations = 0.8;

/** Equal steps differ by less than this share of one. */
const nearness = 1e-6;

/** So large a share of the rows may lie outside of the region, as those at its edge do once they are rounded. */
const mostOutside = 0.01;

/** With more cells than this in all pairs of inputs, each is compared with the next one only. */
const mostCells = 5_000_000;

const consequence =
  'such rows aren’t drawn from distributions: means, scatter, percentiles, shares below a level and correlations are of these rows only';

/** An input that varies, with its values in the order of appearance. */
interface VaryingInput {
  readonly name: string;
  readonly values: StudyColumn['values'];
  readonly distinct: readonly Cell[];
}

/**
 * Why the user's own rows, or rows said to be drawn, aren't a sample of the inputs: they lie on a line, on equal steps or on a grid, or don't
 * follow the distributions that the study file states. False where nothing speaks against them, and for designs whose method says what they are.
 * @param of the draw of each row; absent where each has its own
 */
export function gridDoubt(
  inputs: readonly StudyColumn[],
  structure: StudyStructure | undefined,
  of?: Draws,
): string | false {
  const rows = rowStructureOf(structure);
  if (!structure || (rows !== 'independent' && rows !== 'even')) return false;
  const { method, derived = [], variables, outside } = structure;
  if (outside && outside.rows > mostOutside * outside.total) {
    return `\`where: ${outside.where}\` doesn’t hold in ${outside.rows} of ${outside.total} rows: they aren’t of the study’s region; ${consequence}`;
  }
  if (method === 'vector') return `the rows of a vector design lie on a line; ${consequence}`;
  const draws = of && rowsOfDraws(of, structure);
  if (method !== 'table') {
    const drawn = inputs.filter(({ name }) => variables.includes(name));
    if (rows === 'independent' && isGridOfRanges(drawn, structure)) {
      return `the rows form a grid, where ${method} draws at random; ${consequence}`;
    }
    const own = choose(drawn, draws);
    return spreadDoubt(own, structure) || pairDoubt(own, structure);
  }
  const own = inputs.filter(({ name, role }) => role === 'input' && !derived.includes(name));
  const found = shapeOf(varyingOf(own));
  return found === undefined
    ? spreadDoubt(choose(own, draws), structure)
    : `${found}; ${consequence}`;
}

/** The columns at these rows; whole where none are given. */
function choose(
  columns: readonly StudyColumn[],
  rows: readonly number[] | undefined,
): readonly StudyColumn[] {
  if (!rows) return columns;
  return columns.map(({ name, role, values }) => ({
    ...{ name, role },
    values:
      values instanceof Float64Array
        ? Float64Array.from(rows, (row) => values[row] ?? NaN)
        : rows.map((row) => values[row] ?? NaN),
  }));
}

function varyingOf(inputs: readonly StudyColumn[]): readonly VaryingInput[] {
  return inputs.flatMap(({ name, values }) => {
    const distinct = [...new Set<Cell>(values)].filter((cell) => !Number.isNaN(cell));
    return distinct.length > 1 ? [{ name, values, distinct }] : [];
  });
}

/** Whether inputs that have ranges meet in all combinations of few values, as draws don't. */
function isGridOfRanges(
  inputs: readonly StudyColumn[],
  { distributions = {} }: StudyStructure,
): boolean {
  const rows = inputs[0]?.values.length ?? 0;
  // Two inputs or more with three values each: none has more than a third of the rows.
  if (inputs.some(({ values }) => !takesAtMost(values, rows / 3))) return false;
  const own = varyingOf(inputs);
  const all = own.reduce((product, { distinct }) => product * distinct.length, 1);
  if (own.length < 2 || own.some(({ distinct }) => distinct.length < 3) || rows % all !== 0) {
    return false;
  }
  if (own.some(({ name }) => distributions[name]?.kind !== 'generator')) return false;
  const counts = countCombinations(own, rows);
  return counts.size === all && new Set(counts.values()).size === 1;
}

/** What the rows form together; undefined for nothing that is seen. */
function shapeOf(inputs: readonly VaryingInput[]): string | undefined {
  const [first] = inputs;
  if (!first) return undefined;
  const sizes = inputs.map(({ distinct }) => distinct.length);
  const rows = first.values.length;
  if (inputs.length === 1) {
    return isEven(first.distinct) ? `${first.name} goes in ${sizes[0]} equal steps` : undefined;
  }
  if (rows > 2 && inputs.every((input) => isAlong(first, input))) {
    return `${namesOf(inputs)} move together along a line`;
  }
  const all = sizes.reduce((product, size) => product * size, 1);
  if (isGrid(inputs, rows, all) || areBalanced(inputs, rows)) {
    return `the rows form a grid or factorial (${inputs
      .slice(0, 5)
      .map(({ name, distinct }) => `${distinct.length} values of ${name}`)
      .join(', ')}${inputs.length > 5 ? ', …' : ''})`;
  }
  const numeric = inputs.filter(({ distinct }) =>
    distinct.every((cell) => typeof cell === 'number'),
  );
  if (numeric.length > 0 && rows > fewValues && Math.max(...sizes) <= fewValues) {
    return `each input takes at most ${Math.max(...sizes)} values, as the levels of a design`;
  }
  return undefined;
}

function namesOf(inputs: readonly VaryingInput[]): string {
  const names = inputs.slice(0, 5).map(({ name }) => name);
  return names.join(', ') + (inputs.length > 5 ? ', …' : '');
}

/** Equal steps, of the numbers or of their logarithms; of three values or more. */
function isEven(distinct: readonly Cell[]): boolean {
  const sorted = distinct.map(Number).sort((a, b) => a - b);
  const isRegular = (values: readonly number[]): boolean => {
    const [low = NaN, high = NaN] = [values[0], values.at(-1)];
    const step = (high - low) / (values.length - 1);
    return values.every((x, place) => Math.abs(x - (low + step * place)) <= nearness * step);
  };
  return sorted.length > 2 && (isRegular(sorted) || isRegular(sorted.map(Math.log)));
}

/** Whether an input is the other one, shifted and scaled. */
function isAlong(first: VaryingInput, own: VaryingInput): boolean {
  const [x, y] = [first.values, own.values].map((values) =>
    Array.from<Cell, number>(values, Number),
  );
  if (!x || !y || x.some(Number.isNaN) || y.some(Number.isNaN)) return false;
  const [low, high] = [
    x.indexOf(first.distinct.map(Number).reduce((a, b) => Math.min(a, b), Infinity)),
    x.indexOf(first.distinct.map(Number).reduce((a, b) => Math.max(a, b), -Infinity)),
  ];
  const slope = ((y[high] ?? NaN) - (y[low] ?? NaN)) / ((x[high] ?? NaN) - (x[low] ?? NaN));
  const width = Math.abs((y[high] ?? NaN) - (y[low] ?? NaN));
  return y.every(
    (value, row) =>
      Math.abs(value - ((y[low] ?? NaN) + slope * ((x[row] ?? NaN) - (x[low] ?? NaN)))) <=
      nearness * width,
  );
}

/** Whether nearly all combinations occur, each as often. @param all how many there are */
function isGrid(inputs: readonly VaryingInput[], rows: number, all: number): boolean {
  if (leastCombinations * all > rows) return false;
  const counts = countCombinations(inputs, rows);
  return counts.size >= leastCombinations * all && new Set(counts.values()).size === 1;
}

/** How often each combination of values occurs. */
function countCombinations(
  inputs: readonly Pick<VaryingInput, 'values'>[],
  rows: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let row = 0; row < rows; row += 1) {
    const key = inputs.map(({ values }) => String(values[row])).join('\n');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Whether each two inputs meet in all combinations equally often, as in an orthogonal array. */
function areBalanced(inputs: readonly VaryingInput[], rows: number): boolean {
  const reach = rows * inputs.length ** 2 > mostCells ? 1 : inputs.length;
  return (
    inputs.every(({ distinct }) => distinct.length ** 2 <= rows) &&
    inputs.every((one, place) =>
      inputs.slice(place + 1, place + 1 + reach).every((other) => {
        const all = one.distinct.length * other.distinct.length;
        if (rows % all !== 0) return false;
        const counts = countCombinations([one, other], rows);
        return counts.size === all && new Set(counts.values()).size === 1;
      }),
    )
  );
}
