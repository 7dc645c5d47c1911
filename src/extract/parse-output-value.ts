import { ResultError } from '../errors.ts';
import { isRoundedWhole, parseNumber } from '../numbers/index.ts';
import type { OutputValueType } from '../study/study.ts';
import type { OutcomeValue } from '../run/run-outcome.ts';

/**
 * A raw value as its type wants it; negative zero becomes zero, so that tables read back equal, and blanks around a text go. A whole number is never rounded.
 * @throws ResultError RESULT_INVALID for anything that isn't plainly of the type
 */
export function parseOutputValue(raw: unknown, valueType: OutputValueType): OutcomeValue {
  const shown = showRaw(raw);
  const invalid = (expected: string): ResultError =>
    new ResultError('RESULT_INVALID', `Expected ${expected}, got ${shown ?? 'nothing'}`);
  switch (valueType) {
    case 'number':
    case 'integer': {
      const value =
        typeof raw === 'number' ? raw : typeof raw === 'string' ? parseNumber(raw) : undefined;
      if (value === undefined || !Number.isFinite(value)) throw invalid('a finite number');
      if (valueType === 'integer' && !Number.isSafeInteger(value)) {
        throw invalid(Number.isInteger(value) ? 'a whole number below 2^53' : 'a whole number');
      }
      if (typeof raw === 'string' && isRoundedWhole(raw)) {
        throw invalid('a whole number that a double can hold, as all below 2^53 are');
      }
      return value === 0 ? 0 : value;
    }
    case 'boolean': {
      const text = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
      if (text === true || text === 'true' || text === 1 || text === '1') return true;
      if (text === false || text === 'false' || text === 0 || text === '0') return false;
      throw invalid('true or false');
    }
    case 'text':
      if (typeof raw === 'string') return raw.trim();
      if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
      throw invalid('text');
  }
}

/** What isn't one value may be megabytes, or nested without end. */
function showRaw(raw: unknown): string | undefined {
  if (Array.isArray(raw)) return `a list of ${raw.length}`;
  if (typeof raw === 'object' && raw !== null) return 'an object';
  // Text of more than a double holds, such as 1e999, is parsed as infinite.
  if (raw === Infinity || raw === -Infinity)
    return 'a number too large for a double (above 1.8e308)';
  if (typeof raw === 'number') return String(raw);
  return JSON.stringify(typeof raw === 'string' ? raw.slice(0, 60) : raw)?.slice(0, 80);
}
