import type { Cell } from '../design/cell.ts';
import { ranks } from '../numbers/ranks.ts';
import { scanBlockRows, type RowColumns, type RowSource } from './row-source.ts';
import type { InputVariable, Study } from './study.ts';

/** A difference that nobody minds. */
const smallDifference = 0.05;

/** Fewer rows than this tell little of a correlation. */
const leastRows = 20;

/**
 * A sentence for each rank correlation that is asked for and that the planned rows don't have: a variable of few values, or one that is rounded
 * coarsely, can't follow another one that closely.
 */
export function correlationNotes(
  { options }: Study['design'],
  inputs: readonly InputVariable[],
  rows: RowSource,
): readonly string[] {
  const asked = options['correlation'];
  if (!Array.isArray(asked) || rows.rowCount < leastRows) return [];
  const columns = rows.block(0, Math.min(rows.rowCount, scanBlockRows));
  return (asked as readonly unknown[]).flatMap((entry) => {
    const [first, second, wanted] = entry as readonly [string, string, number];
    const [x, y] = [first, second].map((name) => numbersOf(name, inputs, columns));
    if (x === undefined || y === undefined) return [];
    const found = correlationOf(ranks(x), ranks(y));
    const chance = (3 * (1 - wanted ** 2)) / Math.sqrt(x.length);
    if (!(Math.abs(found - wanted) > Math.max(smallDifference, chance))) return [];
    return [
      `Between ${first} and ${second} the rank correlation ${wanted} is asked for, and the runs have ${found.toFixed(2)}: one of them has few values, or is rounded to few, and equal values share a rank. Where that isn't close enough, give both more values.`,
    ];
  });
}

/** A column in the order of its values: texts by their places among the levels. */
function numbersOf(
  name: string,
  inputs: readonly InputVariable[],
  columns: RowColumns,
): Float64Array | undefined {
  const index = inputs.findIndex((input) => input.name === name);
  const [input, column] = [inputs[index], columns[index]];
  if (input === undefined || column === undefined) return undefined;
  const { source } = input;
  const levels: readonly Cell[] = source.kind === 'levels' ? source.values : [];
  return Float64Array.from(column, (cell) =>
    typeof cell === 'number' ? cell : levels.indexOf(cell),
  );
}

function correlationOf(x: Float64Array, y: Float64Array): number {
  const middle = (x.length + 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (const [row, rank] of x.entries()) {
    const [dx, dy] = [rank - middle, (y[row] ?? middle) - middle];
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  }
  return xy / Math.sqrt(xx * yy);
}
