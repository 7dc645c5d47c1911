/** One raw value out of a text, by where the study file says it stands. */
import { parse } from 'csv-parse/sync';
import { ResultError } from '../errors.ts';
import { parseNumber } from '../numbers/index.ts';
import type { OutputSource } from '../study/study.ts';

type TextSource =
  | Extract<OutputSource, { kind: 'pointer' | 'column' | 'regex' | 'key' | 'stdout' }>
  | { readonly kind: 'tabbed'; readonly key: string };

/** @throws ResultError RESULT_MISSING, RESULT_INVALID or RESULT_AMBIGUOUS */
export function extractText(source: TextSource, text: string): unknown {
  switch (source.kind) {
    case 'pointer':
      return atPointer(text, source.pointer);
    case 'column':
      return inColumn(text, source);
    case 'regex':
      return byRegex(text, source.regex, source.match);
    case 'key':
      return byRegex(
        text,
        `^[ \\t]*${escape(source.key)}[ \\t]*[=: \\t][ \\t]*(.*\\S)[ \\t]*$`,
        'only',
      );
    case 'tabbed':
      return byRegex(text, `^${escape(source.key)}\\t(.*)$`, 'last');
    case 'stdout':
      if (source.regex === undefined)
        throw new ResultError('RESULT_INVALID', 'Expected a regex for stdout');
      return byRegex(text, source.regex, source.match);
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function atPointer(text: string, pointer: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ResultError('RESULT_INVALID', 'Expected a whole JSON text, got a broken or cut one');
  }
  if (pointer === '') return value;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      throw new ResultError('RESULT_MISSING', `Expected a value at ${pointer}, got none`);
    }
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function inColumn(
  text: string,
  { column, row, reduce }: Extract<OutputSource, { kind: 'column' }>,
): unknown {
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, skip_empty_lines: true, trim: true }) as string[][];
  } catch (cause) {
    throw new ResultError('RESULT_INVALID', 'Expected a CSV table, got a broken one', { cause });
  }
  const [names = [], ...body] = rows;
  const places = names.flatMap((name, index) => (name === column ? [index] : []));
  if (places.length === 0) throw new ResultError('RESULT_MISSING', `Expected a column "${column}"`);
  if (places.length > 1)
    throw new ResultError(
      'RESULT_AMBIGUOUS',
      `Expected one column "${column}", got ${places.length}`,
    );
  const cells = body.map((line) => line[places[0] ?? 0] ?? '');
  if (reduce === undefined || reduce === 'last') {
    const at = reduce === 'last' ? -1 : (row ?? (cells.length === 1 ? 1 : NaN));
    const cell = cells.at(at > 0 ? at - 1 : at);
    if (Number.isNaN(at))
      throw new ResultError(
        'RESULT_AMBIGUOUS',
        `Expected \`row\` or \`reduce\` for a table of ${cells.length} rows`,
      );
    if (cell === undefined)
      throw new ResultError('RESULT_MISSING', `Expected row ${at}, got ${cells.length} rows`);
    return cell;
  }
  const numbers = cells.map((cell, index) => {
    const value = parseNumber(cell);
    if (value === undefined)
      throw new ResultError(
        'RESULT_INVALID',
        `Expected a number in row ${index + 1}, got "${cell.slice(0, 60)}"`,
      );
    return value;
  });
  if (numbers.length === 0)
    throw new ResultError('RESULT_MISSING', `Expected rows under "${column}", got none`);
  if (reduce === 'mean') return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  return numbers.reduce((a, b) => (reduce === 'max' ? Math.max(a, b) : Math.min(a, b)));
}

function byRegex(text: string, regex: string, match: 'only' | 'first' | 'last'): string {
  const found = [...text.matchAll(new RegExp(regex, 'gmu'))];
  if (found.length === 0)
    throw new ResultError('RESULT_MISSING', `Expected a match of /${regex}/, got none`);
  if (match === 'only' && found.length > 1) {
    throw new ResultError(
      'RESULT_AMBIGUOUS',
      `Expected one match of /${regex}/, got ${found.length}`,
      { hint: 'match: first or last' },
    );
  }
  const chosen = match === 'last' ? found.at(-1) : found[0];
  return chosen?.[1] ?? chosen?.[0] ?? '';
}
