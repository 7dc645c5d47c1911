/** `design.where`: points that don't satisfy it are refused before they run, and replaced where the method has further points. */
import { DesignError } from '../errors.ts';
import type { CompileExpression } from './compile-expression.ts';
import { showPoint } from './complete-rows.ts';
import { fillScope, scanRows, type RowColumns, type RowSource } from './row-source.ts';
import type { Cell } from '../design/cell.ts';

/** Rows after refusal, with a sentence on what was done. */
export interface FeasibleRows {
  readonly rows: RowSource;
  readonly notes: readonly string[];
  /** Rows that didn't satisfy the condition. */
  readonly refused: number;
  /** Further points that were looked at in place of refused ones. */
  readonly tried: number;
}

/** What refusal works on. */
export interface RefusalInput {
  readonly rows: RowSource;
  readonly names: readonly string[];
  readonly where: string;
  readonly compile: CompileExpression;
  /** Further points beyond the design's own, in order; undefined where the method has none, so that rows are only left out. */
  readonly further?: RowSource | undefined;
}

/** After so many further points, a search that won't find enough ends. */
export const leastTries = 1_000_000;

/** @throws DesignError where too few points satisfy the condition */
export function refuseRows(input: RefusalInput): FeasibleRows {
  const { rows, further, where } = input;
  const judge = createJudge(input);
  const refused: number[] = [];
  scanRows(rows, (columns, start, count) => {
    for (let row = 0; row < count; row += 1) if (!judge(columns, row)) refused.push(start + row);
  });
  if (refused.length === 0) return { rows, notes: [], refused: 0, tried: 0 };
  if (!further) {
    if (refused.length === rows.rowCount) throw impossible(where, 0, rows.rowCount, rows.rowCount);
    const kept = Uint32Array.from(complement(refused, rows.rowCount));
    return {
      rows: pickRows(rows, kept),
      notes: [
        `\`where: ${where}\` refused ${refused.length} of ${rows.rowCount} rows; the design has no other points, so ${kept.length} rows are left.`,
      ],
      refused: refused.length,
      tried: 0,
    };
  }
  const replacements = findReplacements(further, judge, refused.length, where);
  return {
    rows: replaceRows(rows, refused, replacements.columns),
    notes: [
      `\`where: ${where}\` refused ${refused.length} of ${rows.rowCount} rows; each was replaced by a further point (${replacements.tried} tried).`,
    ],
    refused: refused.length,
    tried: replacements.tried,
  };
}

type Judge = (columns: RowColumns, row: number) => boolean;

function createJudge({ where, names, compile }: RefusalInput): Judge {
  const expression = compile(where, new Set(names));
  const scope: Record<string, Cell> = {};
  return (columns, row) => {
    fillScope(scope, names, columns, row);
    const verdict = expression.evaluate(scope);
    if (typeof verdict === 'boolean') return verdict;
    throw new DesignError(
      'DESIGN_WHERE',
      `\`where\` is neither true nor false at ${showPoint(scope)}: it has no value there`,
      { hint: 'cover that case, such as `x > 0 and log(x) < 1`', path: ['design', 'where'] },
    );
  };
}

/** Points that are made together; their number doesn't change which are found. */
const mostAtOnce = 8192;

function findReplacements(
  further: RowSource,
  judge: Judge,
  wanted: number,
  where: string,
): { readonly columns: readonly Cell[][]; readonly tried: number } {
  const found: Cell[][] = [];
  let count = 0;
  let start = 0;
  for (let size = Math.min(mostAtOnce, wanted * 2 + 64); start < further.rowCount;) {
    const end = start < leastTries ? Math.min(leastTries, further.rowCount) : further.rowCount;
    const length = Math.min(size, end - start);
    const columns = further.block(start, length);
    for (let row = 0; row < length; row += 1) {
      if (!judge(columns, row)) continue;
      for (const [index, column] of columns.entries()) {
        const cell = column[row];
        if (cell !== undefined) (found[index] ??= []).push(cell);
      }
      count += 1;
      if (count === wanted) return { columns: found, tried: start + row + 1 };
    }
    start += length;
    size = Math.min(mostAtOnce, 2 * size);
    if (start >= leastTries && (count / start) * further.rowCount < wanted / 2) break;
  }
  throw impossible(where, count, start, wanted);
}

function impossible(where: string, accepted: number, tried: number, wanted: number): DesignError {
  return new DesignError(
    'DESIGN_WHERE',
    `Too few points satisfy \`where: ${where}\`: ${accepted} of ${tried} that were tried, in search of ${wanted}`,
    {
      hint: 'relax the condition, or narrow the ranges of the variables',
      path: ['design', 'where'],
    },
  );
}

function* complement(sorted: readonly number[], count: number): Generator<number> {
  let next = 0;
  for (let row = 0; row < count; row += 1) {
    if (sorted[next] === row) next += 1;
    else yield row;
  }
}

/** Rows `kept` of `rows`, in that order; runs of neighbours are made together. */
function pickRows(rows: RowSource, kept: Uint32Array): RowSource {
  return {
    rowCount: kept.length,
    block: (start, count) => {
      const first = kept[start] ?? 0;
      const last = kept[start + count - 1] ?? first;
      const span = rows.block(first, last - first + 1);
      const wanted = kept.subarray(start, start + count);
      return span.map((column) =>
        column instanceof Float64Array
          ? Float64Array.from(wanted, (row) => column[row - first] ?? NaN)
          : Array.from(wanted, (row) => column[row - first] ?? ''),
      );
    },
  };
}

function replaceRows(
  rows: RowSource,
  refused: readonly number[],
  replacements: readonly (readonly Cell[])[],
): RowSource {
  return {
    rowCount: rows.rowCount,
    block: (start, count) => {
      const first = lowerBound(refused, start);
      const end = lowerBound(refused, start + count);
      if (first === end) return rows.block(start, count);
      return rows.block(start, count).map((column, index) => {
        const copy = column.slice();
        for (let one = first; one < end; one += 1) {
          const cell = replacements[index]?.[one];
          const row = (refused[one] ?? 0) - start;
          if (copy instanceof Float64Array) copy[row] = Number(cell);
          else if (cell !== undefined) (copy as Cell[])[row] = cell;
        }
        return copy;
      });
    },
  };
}

/** Index of the first entry that isn't below `value`. */
function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
