/**
 * Expressions over the columns of a results table: column functions such as `mean(stress)` around row expressions, single
 * numbers around those. Rows with a missing value in an argument are left out of that function.
 */
import { columnFunctions } from './column-functions.ts';
import { compileTree, type Compiled, type ExpressionContext } from './compile-tree.ts';
import { unknownName } from './compile-run-expression.ts';
import { ExpressionError } from './expression-error.ts';
import type { ExpressionTree } from './expression-tree.ts';
import { parseExpression } from './parse-expression.ts';
import { kindOfName, type ExpressionNames, type ExpressionValue } from './value-kind.ts';

/** A column of a results table; conditions as 0 and 1 or as booleans, NaN and null for missing values. */
export type ExpressionColumn = Float64Array | readonly (ExpressionValue | null)[];

/** Columns of equal length by name. */
export type StudyScope = Readonly<Record<string, ExpressionColumn>>;

/** An expression over a results table. */
export interface StudyExpression {
  readonly names: readonly string[];
  /** Whether {@link evaluateText} gives its value. */
  readonly kind: 'number' | 'text';
  /** @returns NaN where there is no finite value */
  readonly evaluate: (columns: StudyScope) => number;
  /** @returns the text of a text expression, such as `mean(x) > 3 ? "high" : "low"`; undefined where it has no value */
  readonly evaluateText: (columns: StudyScope) => string | undefined;
}

type Call = Extract<ExpressionTree, { kind: 'call' }>;
type Table = { readonly columns: StudyScope; readonly rowCount: number };
type Row = { readonly columns: StudyScope; readonly row: number };

/** @throws ExpressionError with the place in the text */
export function compileStudyExpression(text: string, names: ExpressionNames): StudyExpression {
  const used = new Set<string>();
  const rows = rowContext(names, used);
  const context: ExpressionContext<Table> = {
    name: (name, offset) => {
      if (!names.has(name)) throw unknownName(name, names, offset);
      throw new ExpressionError(
        `Expected one number, got the column \`${name}\``,
        offset,
        `reduce it, such as \`mean(${name})\``,
      );
    },
    call: (call) => compileColumnCall(call, rows, context),
    functionNames: ['count', ...columnFunctions.keys()],
  };
  const tree = parseExpression(text);
  const { kind, evaluate } = compileTree(tree, context);
  if (kind === 'boolean') {
    throw new ExpressionError('Expected a number or a text, got a condition', tree.offset);
  }
  const compute = (columns: StudyScope): ExpressionValue => {
    const first = Object.values(columns)[0];
    return evaluate({ columns, rowCount: first?.length ?? 0 });
  };
  return {
    names: [...used],
    kind: kind === 'text' ? 'text' : 'number',
    evaluate: (columns) => {
      const value = compute(columns);
      return typeof value === 'number' && Number.isFinite(value) ? value : NaN;
    },
    evaluateText: (columns) => {
      const value = compute(columns);
      return typeof value === 'string' ? value : undefined;
    },
  };
}

function rowContext(names: ExpressionNames, used: Set<string>): ExpressionContext<Row> {
  return {
    name: (name, offset) => {
      const kind = kindOfName(names, name);
      if (kind === undefined) throw unknownName(name, names, offset);
      used.add(name);
      return {
        kind,
        evaluate: ({ columns, row }) => {
          const value = columns[name]?.[row] ?? NaN;
          if (kind !== 'boolean' || typeof value !== 'number') return value;
          return Number.isNaN(value) ? NaN : value !== 0;
        },
      };
    },
    call: (call) => {
      if (call.name === 'count' || (columnFunctions.has(call.name) && !isScalar(call))) {
        throw new ExpressionError(
          `Expected values of one run inside a column function, got \`${call.name}\``,
          call.offset,
        );
      }
      return undefined;
    },
  };
}

/** `min(a, b)` with two or more arguments is the scalar function. */
function isScalar(call: Call): boolean {
  return (call.name === 'min' || call.name === 'max') && call.arguments.length > 1;
}

function compileColumnCall(
  call: Call,
  rows: ExpressionContext<Row>,
  table: ExpressionContext<Table>,
): Compiled<Table> | undefined {
  if (call.name === 'count') return compileCount(call, rows);
  const found = columnFunctions.get(call.name);
  if (!found || isScalar(call)) return undefined;
  const wanted = found.columns + found.scalars;
  if (call.arguments.length !== wanted) {
    throw new ExpressionError(
      `Expected ${wanted} argument(s) of \`${call.name}\`, got ${call.arguments.length}`,
      call.offset,
    );
  }
  const parts = call.arguments.slice(0, found.columns).map((one) => numeric(one, rows, call.name));
  const scalars = call.arguments.slice(found.columns).map((one) => {
    requireShare(one, call.name);
    return numeric(one, table, call.name);
  });
  return {
    kind: 'number',
    evaluate: (scope) => {
      const numbers = scalars.map((part) => Number(part.evaluate(scope)));
      return found.compute(completeRows(parts, scope), numbers);
    },
  };
}

/** Refuses a written number that isn't from 0 to 1, as the single numbers of column functions are shares. */
function requireShare(tree: ExpressionTree, user: string): void {
  const value = writtenNumber(tree);
  if (value === undefined || (value >= 0 && value <= 1)) return;
  throw new ExpressionError(
    `Expected a number from 0 to 1 for \`${user}\`, got ${value}`,
    tree.offset,
    value > 1 && value <= 100 ? `for percent, write ${value / 100}` : undefined,
  );
}

/** The value of a number with or without a sign; undefined of anything else. */
function writtenNumber(tree: ExpressionTree): number | undefined {
  if (tree.kind === 'constant' && typeof tree.value === 'number') return tree.value;
  const [first] = tree.kind === 'arithmetic' && tree.operator === 'negate' ? tree.arguments : [];
  const value = first && writtenNumber(first);
  return value === undefined ? undefined : -value;
}

function numeric<S>(
  tree: ExpressionTree,
  context: ExpressionContext<S>,
  user: string,
): Compiled<S> {
  const compiled = compileTree(tree, context);
  if (compiled.kind === 'number' || compiled.kind === 'any') return compiled;
  throw new ExpressionError(
    `Expected numbers for \`${user}\`, got ${compiled.kind === 'text' ? 'text' : 'conditions'}`,
    tree.offset,
    compiled.kind === 'boolean' ? 'count them with `count(…)`' : undefined,
  );
}

/** The values of several row expressions over the rows where all of them have one. */
function completeRows(parts: readonly Compiled<Row>[], table: Table): readonly Float64Array[] {
  const kept = parts.map(() => new Float64Array(table.rowCount));
  let count = 0;
  for (let row = 0; row < table.rowCount; row += 1) {
    const values = parts.map((part) => part.evaluate({ columns: table.columns, row }));
    if (!values.every((value) => typeof value === 'number' && !Number.isNaN(value))) continue;
    for (const [index, value] of values.entries()) {
      const column = kept[index];
      if (column) column[count] = Number(value);
    }
    count += 1;
  }
  return kept.map((column) => column.subarray(0, count));
}

/** `count()` all rows, `count(condition)` rows where it holds, `count(value)` rows that have one. */
function compileCount(call: Call, rows: ExpressionContext<Row>): Compiled<Table> {
  const [argument, second] = call.arguments;
  if (second) throw new ExpressionError('Expected at most one argument of `count`', second.offset);
  const part = argument && compileTree(argument, rows);
  return {
    kind: 'number',
    evaluate: ({ columns, rowCount }) => {
      if (!part) return rowCount;
      let count = 0;
      for (let row = 0; row < rowCount; row += 1) {
        const value = part.evaluate({ columns, row });
        if (value !== false && !Number.isNaN(value)) count += 1;
      }
      return count;
    },
  };
}
