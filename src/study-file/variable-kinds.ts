import { assertNever } from '../errors.ts';
import type { ValueKind } from '../expressions/value-kind.ts';
import type { Cell } from '../design/cell.ts';
import type { InputSource } from '../design/input-source.ts';
import type { Variable } from '../study/study.ts';

/** @returns what the variable's column holds */
export function kindOfVariable(variable: Variable): ValueKind {
  switch (variable.type) {
    case 'Param':
    case 'Design':
      return kindOfInput(variable.source);
    case 'Case':
      return kindOfCells(variable.values);
    case 'Output':
      return variable.valueType === 'integer' ? 'number' : variable.valueType;
    case 'Constraint':
      return 'boolean';
    case 'Objective':
      return 'number';
    default:
      return assertNever(variable);
  }
}

function kindOfInput(source: InputSource): ValueKind {
  switch (source.kind) {
    case 'generator':
    case 'expression':
      return 'number';
    case 'levels':
      return kindOfCells(source.values);
    case 'table':
      return 'any';
    default:
      return assertNever(source);
  }
}

/** @returns the kinds of all variables by name */
export function kindsOfVariables(variables: readonly Variable[]): ReadonlyMap<string, ValueKind> {
  return new Map(variables.map((variable) => [variable.name, kindOfVariable(variable)]));
}

function kindOfCells(cells: readonly Cell[]): ValueKind {
  const kinds = new Set(cells.map((cell) => (typeof cell === 'string' ? 'text' : 'number')));
  const [only] = kinds;
  return kinds.size === 1 && only ? only : 'any';
}
