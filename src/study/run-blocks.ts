import type { CaseTable } from './case-table.ts';
import type { RunBlock } from './plan.ts';
import type { RowSource } from './row-source.ts';
import { placeOfRun, type RunOrder } from './run-order.ts';
import type { Cell } from '../design/cell.ts';
import type { InputVariable } from './study.ts';

/** What runs are made of. */
export interface RunBlockInput {
  readonly rows: RowSource;
  readonly cases: CaseTable;
  /** Input columns in variable order. */
  readonly columns: readonly string[];
  /** The columns of `rows`. */
  readonly inputs: readonly InputVariable[];
  /** Values of the nominal run; absent: there is none. */
  readonly nominal: ReadonlyMap<string, Cell> | undefined;
  readonly order: RunOrder;
  readonly runCount: number;
}

/** @returns {@link Plan.block}: in the order of {@link placeOfRun}, after the nominal run if there is one */
export function createRunBlocks(input: RunBlockInput): (start: number, count: number) => RunBlock {
  const { rows, cases, columns, inputs, nominal, order, runCount } = input;
  const total = runCount + (nominal ? 1 : 0);
  const rowColumn = new Map(inputs.map(({ name }, index) => [name, index]));
  return (start, count) => {
    if (!(start >= 0 && count >= 0 && start + count <= total)) {
      throw new RangeError(`Expected rows within 0..${total}, got ${start}..${start + count}`);
    }
    const runNumbers = Array.from({ length: count }, (_, at) => start + at + (nominal ? 0 : 1));
    const whole = wholeColumns(input, runNumbers);
    if (whole) return { runNumbers, columns: whole };
    const filled: Cell[][] = columns.map(() => new Array<Cell>(count));
    let at = 0;
    if (nominal && start === 0 && count > 0) {
      for (const [index, name] of columns.entries()) setCell(filled[index], 0, nominal.get(name));
      at = 1;
    }
    while (at < count) {
      const { row, case: firstCase, stageEnd } = placeOfRun(order, start + at + (nominal ? 0 : 1));
      const wanted = Math.ceil((firstCase + count - at) / cases.count);
      const rowCount = Math.min(stageEnd - row, wanted);
      const length = Math.min(count - at, rowCount * cases.count - firstCase);
      const block = rows.block(row, rowCount);
      for (const [place, name] of columns.entries()) {
        const target = filled[place];
        const fromRows = rowColumn.get(name);
        const source = fromRows === undefined ? cases.columns.get(name) : block[fromRows];
        for (let step = 0; step < length; step += 1) {
          const run = firstCase + step;
          const from = fromRows === undefined ? run % cases.count : Math.floor(run / cases.count);
          setCell(target, at + step, source?.[from]);
        }
      }
      at += length;
    }
    return { runNumbers, columns: filled.map(asNumbers) };
  };
}

/** Columns of rows as they are, where runs are rows one to one; undefined elsewhere. */
function wholeColumns(
  { rows, columns, inputs, order }: RunBlockInput,
  runNumbers: readonly number[],
): RunBlock['columns'] | undefined {
  const [first = 0] = runNumbers;
  const isPlain = columns.length === inputs.length && order.cases === 1 && first > 0;
  if (!isPlain) return undefined;
  const { row, stageEnd } = placeOfRun(order, first);
  if (row + runNumbers.length > stageEnd) return undefined;
  return rows.block(row, runNumbers.length).map(asNumbers);
}

function setCell(column: Cell[] | undefined, at: number, cell: Cell | undefined): void {
  if (column && cell !== undefined) column[at] = cell;
}

function asNumbers(column: Float64Array | readonly Cell[]): Float64Array | readonly Cell[] {
  if (column instanceof Float64Array) return column;
  return column.every((cell) => typeof cell === 'number') ? Float64Array.from(column) : column;
}
