import { parseNumber } from './parse-number.ts';
import { printNumber } from './print-number.ts';

/**
 * Whether a whole number that is written with digits only, such as `12345678901234567`, would come back with other digits: beyond 2^53 not each one
 * is a double. Decimals and numbers with an exponent are rounded as usual, and so never count.
 */
export function isRoundedWhole(text: string): boolean {
  const digits = /^\s*[+-]?0*(\d{16,})\s*$/u.exec(text)?.[1];
  const value = digits === undefined ? undefined : parseNumber(digits);
  if (digits === undefined || value === undefined) return false;
  // A double prints as the fewest digits that mean it, and zeros behind them.
  const [printed = ''] = printNumber(value).replace('.', '').split('e');
  const zeros = /0*$/u;
  return (
    BigInt(value) !== BigInt(digits) && printed.replace(zeros, '') !== digits.replace(zeros, '')
  );
}
