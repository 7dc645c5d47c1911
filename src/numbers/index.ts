/** Numbers as text, exactly: strict reading, shortest printing, DecimalFormat patterns. Knows nothing else. */
export { parseNumber } from './parse-number.ts';
export { hasLeadingZeros, withoutLeadingZeros } from './leading-zeros.ts';
export { isRoundedToZero } from './rounded-to-zero.ts';
export { isOnlyRounding, roundingPart, withoutRounding } from './only-rounding.ts';
export { isRoundedWhole } from './rounded-whole-number.ts';
export { hasKnownUnit, hasOtherMinus, numberSlip, type NumberSlip } from './number-slip.ts';
export { printNumber } from './print-number.ts';
export { longestNumber, writeNumber } from './number-bytes.ts';
export { formatDecimal } from './decimal-format.ts';
export { parseDecimalPattern, type DecimalPattern } from './decimal-pattern.ts';
