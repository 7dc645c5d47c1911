import { assertNever } from '../errors.ts';
import { hasLeadingZeros, isRoundedToZero, isRoundedWhole, parseNumber } from '../numbers/index.ts';
import { unguardText } from '../tables/index.ts';
import type { Cell } from '../design/cell.ts';
import type { Variable } from '../study/study.ts';

/** What a cell of the variable must be, for findings. */
export function wantedCell(variable: Variable, text: string): string {
  if (isOtherNumber(text.trim(), variable)) return 'a number that a double can hold';
  switch (variable.type) {
    case 'Constraint':
      return 'true or false';
    case 'Output':
      return variable.valueType === 'boolean' ? 'true or false' : 'a finite number';
    case 'Objective':
      return 'a finite number';
    case 'Case':
      return 'a case';
    case 'Param':
    case 'Design':
      return variable.source.kind === 'levels' ? 'one of its values' : 'a number';
    default:
      return assertNever(variable);
  }
}

/**
 * A text that our own tables guard against being taken for a formula is the text itself again.
 * @returns null for a missing value, undefined for what isn't a value of the variable
 */
export function readAnalysedCell(
  text: string,
  variable: Variable,
): Cell | boolean | null | undefined {
  const written = text.trim();
  if (written === '') return null;
  const cell = unguardText(written);
  const number = parseNumber(written);
  if (number !== undefined && isOtherNumber(written, variable)) return undefined;
  switch (variable.type) {
    case 'Case':
      return number === undefined || hasLeadingZeros(cell) || isRoundedWhole(cell) ? cell : number;
    case 'Param':
    case 'Design': {
      const { source } = variable;
      if (source.kind === 'levels') {
        // Other tools write a text that begins with an apostrophe as it is.
        const level = [cell, written].find((one) => source.values.includes(one));
        const isText = source.values.every((value) => typeof value === 'string');
        return isText ? level : (number ?? level);
      }
      if (source.kind !== 'table') return number;
      return number === undefined || hasLeadingZeros(cell) ? cell : number;
    }
    case 'Output':
      if (variable.valueType === 'text') return cell;
      if (variable.valueType === 'boolean') return readBoolean(cell);
      return number ?? readMissing(cell);
    case 'Constraint':
      return readBoolean(cell);
    case 'Objective':
      return number ?? readMissing(cell);
    default:
      return assertNever(variable);
  }
}

/** Whether a number of the variable would be another one as a double, which a table of a study refuses too. */
function isOtherNumber(written: string, variable: Variable): boolean {
  const isText =
    variable.type === 'Case' ||
    ('valueType' in variable && variable.valueType === 'text') ||
    ('source' in variable &&
      variable.source?.kind === 'levels' &&
      variable.source.values.some((value) => typeof value === 'string'));
  return !isText && (isRoundedWhole(written) || isRoundedToZero(written));
}

function readBoolean(cell: string): boolean | null | undefined {
  if (/^(?:true|1)$/iu.test(cell)) return true;
  return /^(?:false|0)$/iu.test(cell) ? false : readMissing(cell);
}

/** What other tools write for no value. */
function readMissing(cell: string): null | undefined {
  return /^(?:[-+]?nan|na|null|none|[-+]?inf(?:inity)?)$/iu.test(cell) ? null : undefined;
}
