import type { RowStructure } from '../../design/index.ts';
import { cellsOfCase } from '../each-case.ts';
import { differ, type MovedCells } from '../morris/moved-cells.ts';
import { pickFreezeSize } from '../sobol/pick-freeze.ts';
import { sortedFinite } from '../quantiles.ts';
import { numbersOf, type StudyColumn, type StudyStructure } from '../study-table.ts';

/** How many groups of rows a reason names. */
const mostNamed = 3;

/** What is wrong with the rows of one block or trajectory, in words that name the run. */
type FaultOf = (start: number) => string | undefined;

const remedy =
  'the rows are in another order than the design’s, or of another design: give each its number there in a column `run` (`doeflow plan STUDY --design FILE` writes the rows in order), or check the design in the study file';

/**
 * Whether the rows themselves are what the design says, before anything is made of how they belong together: in a Saltelli block AB_j is A but for
 * variable j, which is that of B, and BA_j is B but for variable j; a Morris step moves one variable, and each variable once.
 * @param inputs columns over all runs; rows that a table lacks are NaN and are taken as right
 * @returns why nothing can be made of them, with the runs; undefined where all fit
 */
export function rowFault(
  rows: RowStructure | undefined,
  inputs: readonly StudyColumn[],
  structure: StudyStructure,
): string | undefined {
  if (rows !== 'pick-freeze' && rows !== 'trajectories') return undefined;
  const { cases = 1, variables, options } = structure;
  for (let own = 0; own < cases; own += 1) {
    const columns = variables.flatMap((name) => {
      const column = inputs.find((input) => input.name === name);
      return column ? [cellsOf(column, cases, own)] : [];
    });
    const count = columns[0]?.values.length ?? 0;
    if (columns.length < variables.length || count === 0) return undefined;
    const runOf = (row: number): number => row * cases + own + 1;
    const secondOrder = options['secondOrder'] === true;
    const ofCase = inputs.filter(({ role }) => role === 'case');
    const found =
      caseFault(
        ofCase.map((column) => cellsOf(column, cases, own)),
        runOf,
      ) ??
      (rows === 'trajectories'
        ? trajectoryFault(columns, count, runOf)
        : blockFault(columns, count, runOf, secondOrder));
    if (found !== undefined) return found;
  }
  return undefined;
}

function cellsOf({ name, values }: StudyColumn, cases: number, own: number): MovedCells {
  const cells = cellsOfCase(values, cases, own);
  const numbers = numbersOf(cells);
  if (!numbers) return { name, values: cells, range: undefined };
  const sorted = sortedFinite(numbers);
  return { name, values: numbers, range: (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) };
}

/** Runs that a case doesn't belong to, where the runs of a row, one a case, should be next to each other. */
function caseFault(
  columns: readonly MovedCells[],
  runOf: (row: number) => number,
): string | undefined {
  for (const column of columns) {
    const first = Array.from(column.values.keys()).find((row) => !Number.isNaN(column.values[row]));
    const other = Array.from(column.values.keys()).find((row) => differ(column, first ?? 0, row));
    if (first === undefined || other === undefined) continue;
    return `runs of one row, one a case, aren't next to each other: ${column.name} is ${String(column.values[first])} in run ${runOf(first)} and ${String(column.values[other])} in run ${runOf(other)}; ${remedy}`;
  }
  return undefined;
}

function blockFault(
  columns: readonly MovedCells[],
  count: number,
  runOf: (row: number) => number,
  secondOrder: boolean,
): string | undefined {
  const size = pickFreezeSize(columns.length, secondOrder);
  const faults = collect(count, size, faultInBlock(columns, size, runOf));
  const isWhole = count % size === 0;
  if (isWhole && faults.length === 0) return undefined;
  const other = pickFreezeSize(columns.length, !secondOrder);
  const isOther =
    count % other === 0 && collect(count, other, faultInBlock(columns, other, runOf)).length === 0;
  const next = isOther
    ? `they do with \`secondOrder: ${String(!secondOrder)}\`: say so in \`design\` of the study file`
    : remedy;
  return isWhole
    ? `rows don't make Saltelli blocks: ${named(faults, count / size, 'blocks')}; ${next}`
    : `${count} rows don't make complete blocks of ${size}; ${faults.length > 0 || isOther ? next : endsWithin(count, size)}`;
}

/** What to do with rows that fit but for the end of the last block. */
function endsWithin(count: number, size: number): string {
  const left = count % size;
  return `the ${(count - left) / size} before fit, and the table ends ${left} ${left === 1 ? 'row' : 'rows'} into the next: add its other ${size - left} (their outputs may be empty), or leave these ${left} out`;
}

function trajectoryFault(
  columns: readonly MovedCells[],
  count: number,
  runOf: (row: number) => number,
): string | undefined {
  const size = columns.length + 1;
  const faults = collect(count, size, (start) => {
    const seen = new Map<MovedCells, number>();
    for (let row = start + 1; row < start + size; row += 1) {
      const moved = columns.filter((column) => differ(column, row - 1, row));
      const again = moved.find((column) => seen.has(column));
      if (moved.length > 1) {
        return `run ${runOf(row)} differs from run ${runOf(row - 1)} in ${namesOf(moved)}, where one input may move`;
      }
      if (again) {
        return `${again.name} moves twice, in the runs ${seen.get(again)} and ${runOf(row)}`;
      }
      for (const column of moved) seen.set(column, runOf(row));
    }
    return undefined;
  });
  if (faults.length === 0) return undefined;
  return `rows don't make Morris trajectories: ${named(faults, Math.floor(count / size), 'trajectories')}; ${remedy}`;
}

/** The faults of the whole groups of rows. */
function collect(count: number, size: number, faultOf: FaultOf): readonly string[] {
  return Array.from({ length: Math.floor(count / size) }, (_, group) => group * size).flatMap(
    (start) => faultOf(start) ?? [],
  );
}

function faultInBlock(
  columns: readonly MovedCells[],
  size: number,
  runOf: (row: number) => number,
): FaultOf {
  const d = columns.length;
  return (a) => {
    const b = a + size - 1;
    for (let place = 1; place < size - 1; place += 1) {
      const [from, to] = place <= d ? [a, b] : [b, a];
      const own = columns[(place - 1) % d];
      const wrong = columns.filter((column) =>
        differ(column, a + place, column === own ? to : from),
      );
      if (wrong.length === 0) continue;
      return `run ${runOf(a + place)} should be run ${runOf(from)} with ${own?.name ?? ''} of run ${runOf(to)}, and isn't in ${namesOf(wrong)}`;
    }
    return undefined;
  };
}

function named(faults: readonly string[], count: number, groups: string): string {
  return `${faults.length} of ${count} ${groups} don't fit (${faults.slice(0, mostNamed).join('; ')}${faults.length > mostNamed ? '; …' : ''})`;
}

function namesOf(columns: readonly MovedCells[]): string {
  const names = columns.slice(0, 5).map(({ name }) => name);
  return names.join(', ') + (columns.length > 5 ? `, … (${columns.length})` : '');
}
