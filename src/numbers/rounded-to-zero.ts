import { parseNumber } from './parse-number.ts';

/** Whether a number that isn't 0, such as `1e-400`, is too small for a double and would become 0. */
export function isRoundedToZero(text: string): boolean {
  return parseNumber(text) === 0 && /[1-9]/u.test(text.split(/[eEdD]/u, 1)[0] ?? '');
}
