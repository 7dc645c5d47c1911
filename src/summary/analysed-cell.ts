import { parseNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';
import type { Variable } from '../study/study.ts';

/** What a cell of the variable must be, for findings. */
export function wantedCell(variable: Variable): string {
  if (variable.type === 'Constraint') return 'true or false';
  if (variable.type === 'Output' && variable.valueType === 'boolean') return 'true or false';
  if (variable.type === 'Output' || variable.type === 'Objective') return 'a finite number';
  if (variable.type === 'Case') return 'a case';
  return variable.source.kind === 'levels' ? 'one of its values' : 'a number';
}

/** @returns null for a hole, undefined for what isn't a value of the variable */
export function readAnalysedCell(
  text: string,
  variable: Variable,
): Cell | boolean | null | undefined {
  const cell = text.trim();
  if (cell === '') return null;
  const number = parseNumber(cell);
  switch (variable.type) {
    case 'Case':
      return number ?? cell;
    case 'Param':
    case 'Design': {
      const { source } = variable;
      if (source.kind === 'levels') {
        const isText = source.values.every((value) => typeof value === 'string');
        if (isText) return source.values.includes(cell) ? cell : undefined;
        return number ?? (source.values.includes(cell) ? cell : undefined);
      }
      return number ?? (source.kind === 'table' ? cell : undefined);
    }
    case 'Output':
      if (variable.valueType === 'text') return cell;
      if (variable.valueType === 'boolean') return readBoolean(cell);
      return number ?? readHole(cell);
    case 'Constraint':
      return readBoolean(cell);
    case 'Objective':
      return number ?? readHole(cell);
  }
}

function readBoolean(cell: string): boolean | null | undefined {
  if (/^(?:true|1)$/iu.test(cell)) return true;
  return /^(?:false|0)$/iu.test(cell) ? false : readHole(cell);
}

/** What other tools write for no value. */
function readHole(cell: string): null | undefined {
  return /^(?:nan|na|null|none|[-+]?inf(?:inity)?)$/iu.test(cell) ? null : undefined;
}
