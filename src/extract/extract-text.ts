/** One raw value out of a text, by where it stands. Each throws ResultError RESULT_MISSING, RESULT_INVALID or RESULT_AMBIGUOUS. */
import { ResultError } from '../errors.ts';
import { keyGivenTwice } from './keys-given-twice.ts';

/** What a JSON text has at a pointer (RFC 6901): a whole number beyond 2^53 as its digits, which no parser keeps. */
export function valueAtPointer(text: string, pointer: string): unknown {
  const value = parsedAtPointer(text, pointer);
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
    ? parsedAtPointer(quoteLongNumbers(text), pointer)
    : value;
}

/** A JSON text with each whole number of 16 digits or more as a string. */
function quoteLongNumbers(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?[\d.eE+-]+/gu, (token) =>
    /^-?\d{16,}$/u.test(token) ? `"${token}"` : token,
  );
}

function parsedAtPointer(text: string, pointer: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ResultError(
      'RESULT_INVALID',
      isMarked(text)
        ? 'Expected a JSON text in UTF-8 with one byte-order mark at most, got a mark before text that is not JSON: a second mark, or other bytes than UTF-8'
        : 'Expected a whole JSON text, got a broken or cut one, or one with NaN',
      { cause },
    );
  }
  const way = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (const key of way) {
    // An array has more properties than its items: its length is no response.
    const isPlace = Array.isArray(value) ? /^(?:0|[1-9]\d*)$/u.test(key) : true;
    if (!isPlace || typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      throw new ResultError('RESULT_MISSING', `the JSON has no value at ${pointer}`);
    }
    value = (value as Record<string, unknown>)[key];
  }
  const twice = keyGivenTwice(text, way);
  if (twice !== undefined) {
    throw new ResultError(
      'RESULT_AMBIGUOUS',
      `Expected the key ${JSON.stringify(twice)} once in its map, got it twice: which of the two values is meant for ${pointer} isn't said`,
      { hint: 'have the program write each key once' },
    );
  }
  return value;
}

/** Whether a byte-order mark is left at its begin: of two that stand there, or of a text that isn't UTF-8, whose bytes stand as letters. */
function isMarked(text: string): boolean {
  return text.startsWith('\uFEFF') || text.startsWith('\u00EF\u00BB\u00BF');
}

/** The value of the only line `key = value`, `key: value` or `key<blank>value`; by hand, as an expression backtracks on long blanks. */
export function onlyKeyLine(text: string, key: string): string {
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
  throw new ResultError('RESULT_MISSING', `there is no line "${key} = value"`);
}

/** The value of the last line `key<TAB>value`: how a post-process prints values. */
export function lastTabbedLine(text: string, key: string): string {
  let value: string | undefined;
  for (const line of linesOf(text)) {
    if (line.startsWith(`${key}\t`)) value = line.slice(key.length + 1);
  }
  if (value !== undefined) return value;
  throw new ResultError('RESULT_MISSING', `there is no line "${key}<TAB>value"`);
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
