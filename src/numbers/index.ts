/** Numbers as text, exactly: strict reading, shortest printing, DecimalFormat patterns. Knows nothing else. */
export { parseNumber } from './parse-number.ts';
export { printNumber } from './print-number.ts';
export { formatDecimal, parseDecimalPattern } from './decimal-format.ts';
