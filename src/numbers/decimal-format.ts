import { type DecimalDigits, roundDigits } from './decimal-digits.ts';
import { type DecimalPattern, parseDecimalPattern } from './decimal-pattern.ts';

/** Patterns come from study files and templates: a few, used for every run. */
const known = new Map<string, DecimalPattern>();
const knownAtMost = 256;

/**
 * The number as Java's DecimalFormat prints it with that pattern: US symbols, halves to even on the exact value of the double.
 * Negative zero, and what rounds to it, keeps its sign as in Java.
 * @throws RangeError for a pattern that {@link parseDecimalPattern} refuses, for NaN and for infinities
 * @see java.text.DecimalFormat of Java SE
 */
export function formatDecimal(pattern: string, value: number): string {
  const parsed = known.get(pattern) ?? remember(pattern);
  const scaled = value * parsed.multiplier;
  if (!Number.isFinite(scaled)) throw new RangeError(`Expected a finite number, got ${scaled}`);
  const magnitude = Math.abs(scaled);
  const { prefix, suffix } =
    scaled < 0 || Object.is(scaled, -0) ? parsed.negative : parsed.positive;
  const text = parsed.minExponent > 0 ? withExponent(parsed, magnitude) : inFull(parsed, magnitude);
  return prefix + text + suffix;
}

function remember(pattern: string): DecimalPattern {
  const parsed = parseDecimalPattern(pattern);
  if ('message' in parsed) throw new RangeError(parsed.message);
  if (known.size >= knownAtMost) known.clear();
  known.set(pattern, parsed);
  return parsed;
}

function inFull(pattern: DecimalPattern, magnitude: number): string {
  const { pointAt: unrounded } = roundDigits(magnitude, Infinity);
  const { digits, pointAt } = roundDigits(magnitude, unrounded + pattern.maxFraction);
  const integer = digits.slice(0, Math.max(pointAt, 0)).padEnd(pointAt, '0');
  const decimals = digits === '' ? '' : digits.slice(Math.max(pointAt, 0));
  const leading = decimals === '' ? '' : '0'.repeat(Math.max(-pointAt, 0));
  const fraction = (leading + decimals).padEnd(pattern.minFraction, '0');
  const shown = grouped(integer.padStart(pattern.minInteger, '0'), pattern.groupingSize);
  const whole = shown === '' && fraction === '' ? '0' : shown;
  return whole + (fraction !== '' || pattern.alwaysPoint ? '.' : '') + fraction;
}

function grouped(integer: string, size: number): string {
  if (size === 0) return integer;
  const first = integer.length % size || size;
  const groups = [integer.slice(0, first)];
  for (let at = first; at < integer.length; at += size) groups.push(integer.slice(at, at + size));
  return groups.join(',');
}

function withExponent(pattern: DecimalPattern, magnitude: number): string {
  const { minInteger, maxInteger, minFraction, maxFraction } = pattern;
  // Java takes a long's digits for inexact, so that their halves go up: 12345 is 1.235E4, but 1234.5 is 1.234E3.
  const halves = Number.isInteger(magnitude) && magnitude < 2 ** 63 ? 'up' : 'to even';
  const rounded = roundDigits(magnitude, maxInteger + maxFraction, halves);
  const isRepeating = maxInteger > 1 && maxInteger > minInteger;
  const exponent = exponentOf(rounded, isRepeating, pattern);
  const isZero = rounded.digits === '';
  const integerDigits = isZero ? (isRepeating ? 1 : minInteger) : rounded.pointAt - exponent;
  const fewest = Math.max(minInteger + minFraction, integerDigits);
  const digits = rounded.digits.padEnd(fewest, '0');
  const fraction = digits.slice(integerDigits);
  const point = fraction !== '' || pattern.alwaysPoint ? '.' : '';
  const sign = exponent < 0 ? '-' : '';
  const power = String(Math.abs(exponent)).padStart(pattern.minExponent, '0');
  return `${digits.slice(0, integerDigits)}${point}${fraction}E${sign}${power}`;
}

/** A multiple of the integer digits where they are a range (`##0E0`); otherwise what leaves the fewest of them. */
function exponentOf(
  { digits, pointAt }: DecimalDigits,
  isRepeating: boolean,
  { minInteger, maxInteger }: DecimalPattern,
): number {
  if (digits === '') return 0;
  return isRepeating ? Math.floor((pointAt - 1) / maxInteger) * maxInteger : pointAt - minInteger;
}
