/** One raw value out of a text, by where the study file says it stands. */
import { ResultError } from '../errors.ts';
import type { OutputSource } from '../study/study.ts';
import { extractColumn } from './extract-column.ts';
import { searchText } from './search-text.ts';

type TextSource =
  | Extract<OutputSource, { kind: 'pointer' | 'column' | 'regex' | 'key' }>
  /** Last line `key<TAB>value`: how a post-process prints values. */
  | { readonly kind: 'tabbed'; readonly key: string };

/**
 * The value as the text has it: of JSON whatever stands there, otherwise a string, or a number that a column reduces to.
 * @throws ResultError RESULT_MISSING, RESULT_INVALID or RESULT_AMBIGUOUS
 */
export function extractText(source: TextSource, text: string): unknown {
  switch (source.kind) {
    case 'pointer':
      return atPointer(text, source.pointer);
    case 'column':
      return extractColumn(text, source);
    case 'regex':
      return searchText(text, source.regex, source.match);
    case 'key':
      return onlyKeyLine(text, source.key);
    case 'tabbed':
      return lastTabbedLine(text, source.key);
  }
}

function atPointer(text: string, pointer: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ResultError(
      'RESULT_INVALID',
      'Expected a whole JSON text, got a broken or cut one, or one with NaN',
      { cause },
    );
  }
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    // An array has more properties than its items: its length is no response.
    const isPlace = Array.isArray(value) ? /^(?:0|[1-9]\d*)$/u.test(key) : true;
    if (!isPlace || typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      throw new ResultError('RESULT_MISSING', `Expected a value at ${pointer}, got none`);
    }
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** `key = value`, `key: value` or `key<blank>value`; read by hand, as an expression backtracks on long blanks. */
function onlyKeyLine(text: string, key: string): string {
  const values: string[] = [];
  for (const line of linesOf(text)) {
    const start = line.trimStart();
    if (!start.startsWith(key)) continue;
    const rest = start.slice(key.length);
    const value = rest.trimStart().replace(/^[=:]/u, '').trim();
    if (/^[=:\s]/u.test(rest) && value !== '') values.push(value);
  }
  if (values.length > 1) {
    throw new ResultError(
      'RESULT_AMBIGUOUS',
      `Expected one line "${key} = value", got ${values.length}`,
      { hint: 'use `regex` with `match: first` or `last`' },
    );
  }
  const [value] = values;
  if (value !== undefined) return value;
  throw new ResultError('RESULT_MISSING', `Expected a line "${key} = value", got none`);
}

function lastTabbedLine(text: string, key: string): string {
  let value: string | undefined;
  for (const line of linesOf(text)) {
    if (line.startsWith(`${key}\t`)) value = line.slice(key.length + 1);
  }
  if (value !== undefined) return value;
  throw new ResultError('RESULT_MISSING', `Expected a line "${key}<TAB>value", got none`);
}

function* linesOf(text: string): Iterable<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (end < 0) return;
    start = end + 1;
  }
}
