import { StudyError } from '../errors.ts';
import { formatDecimal, parseNumber, printNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';
import type { Placeholder, TemplatePart } from './template-part.ts';

/** Characters that all values of one file may bring together: more would fill a run's memory and disk by a few lines. */
const mostBrought = 64_000_000;

/**
 * The text with every placeholder replaced. Numbers without a pattern print shortest, so that reading them gives the same double;
 * text goes in unchanged. What a value brings is never looked at again.
 * @throws StudyError STUDY_TEMPLATE where a value is missing, or where a pattern meets text that is no number, or where the values bring more than 64 MB
 */
export function renderTemplate(
  parts: readonly TemplatePart[],
  values: Readonly<Record<string, Cell>>,
  { file }: { readonly file: string },
): string {
  let text = '';
  let brought = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = renderPlaceholder(part, values, file);
    brought += value.length;
    if (brought > mostBrought) {
      throw fault(
        file,
        part,
        `Expected values of at most ${mostBrought} characters in one file, got more`,
      );
    }
    text += value;
  }
  return text;
}

function renderPlaceholder(
  placeholder: Placeholder,
  values: Readonly<Record<string, Cell>>,
  file: string,
): string {
  const { name, format } = placeholder;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) {
    throw fault(file, placeholder, `There is no value for \${${name}}`);
  }
  if (format === undefined) return typeof value === 'number' ? printNumber(value) : value;
  const number = typeof value === 'number' ? value : parseNumber(value);
  if (number === undefined) {
    const got = JSON.stringify(String(value).slice(0, 40));
    throw fault(file, placeholder, `Expected a number for \${${name}?string(…)}, got ${got}`);
  }
  return formatDecimal(format, number);
}

function fault(file: string, { line, column }: Placeholder, message: string): StudyError {
  return new StudyError('STUDY_TEMPLATE', [{ file, line, column, message }]);
}
