import { DesignError } from '../errors.ts';
import type { CompileExpression } from './compile-expression.ts';
import { createRounding } from './round-cells.ts';
import { fillScope, type RowColumns } from './row-source.ts';
import type { Cell } from '../design/cell.ts';
import type { InputVariable } from './study.ts';

/** Makes full rows out of what the design gives: rounded, with derived variables. */
export interface RowCompleter {
  /** @param drawn one column for each input variable that isn't derived, in order */
  readonly complete: (drawn: RowColumns, count: number) => RowColumns;
  /** @returns how to make the column `index` of full rows from one that is drawn; undefined for a derived variable */
  readonly single: (
    index: number,
  ) => { readonly drawn: number; readonly complete: Completion } | undefined;
}

type Completion = (column: RowColumns[number]) => RowColumns[number];

/** @param inputs all Param and Design variables, in order */
export function createRowCompleter(
  inputs: readonly InputVariable[],
  compile: CompileExpression,
): RowCompleter {
  const steps = inputs.map((variable, index) => {
    const names = inputs.slice(0, index).map(({ name }) => name);
    const { source } = variable;
    return {
      variable,
      names,
      round: createRounding(variable),
      expression:
        source.kind === 'expression' ? compile(source.expression, new Set(names)) : undefined,
    };
  });
  return {
    single: (index) => {
      const step = steps[index];
      if (!step || step.expression) return undefined;
      const { round } = step;
      return {
        drawn: steps.slice(0, index).filter(({ expression }) => !expression).length,
        complete: (column) => (round ? roundColumn(column, round) : column),
      };
    },
    complete: (drawn, count) => {
      const columns: (Float64Array | readonly Cell[])[] = [];
      let next = 0;
      for (const { variable, names, round, expression } of steps) {
        if (expression) {
          const column = new Float64Array(count);
          const scope: Record<string, Cell> = {};
          for (let row = 0; row < count; row += 1) {
            fillScope(scope, names, columns, row);
            const value = Number(expression.evaluate(scope));
            if (Number.isNaN(value)) throw noValue(variable.name, scope);
            column[row] = round ? round(value) : value;
          }
          columns.push(column);
        } else {
          const column = drawn[next] ?? [];
          next += 1;
          columns.push(round ? roundColumn(column, round) : column);
        }
      }
      return columns;
    },
  };
}

function roundColumn(
  column: Float64Array | readonly Cell[],
  round: (value: number) => number,
): Float64Array | readonly Cell[] {
  if (column instanceof Float64Array) return column.map(round);
  return column.map((cell) => (typeof cell === 'number' ? round(cell) : cell));
}

function noValue(name: string, scope: Readonly<Record<string, Cell>>): DesignError {
  return new DesignError(
    'DESIGN_EXPRESSION',
    `The derived variable ${name} has no finite value at ${showPoint(scope)}`,
    {
      hint: 'cover that case, such as `x > 0 ? log(x) : 0`',
      path: ['variables', name, 'expression'],
    },
  );
}

/** A point as messages show it: `w=1.5, t=2`. */
export function showPoint(scope: Readonly<Record<string, Cell>>): string {
  const parts = Object.entries(scope).map(([name, cell]) => `${name}=${cell}`);
  return parts.slice(0, 8).join(', ') + (parts.length > 8 ? ', …' : '');
}
