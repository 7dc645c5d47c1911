/** Numbers as bytes: the digits that `String` gives, in about half the time where there are many, and without garbage. */

/** No finite double prints longer: -1.2345678901234567e-100. */
export const longestNumber = 24;

const powers = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
/** Half the distance between doubles of exponent -20 and up. */
const halfSteps = Float64Array.from({ length: 72 }, (_, index) => 2 ** (index - 73));
const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
const digits = new Uint8Array(17);
const zero = 0x30;
const point = 0x2e;

/** Far above the error of the arithmetic below, far below what decides usually. */
const doubt = 1e-6;

/**
 * Writes the shortest text that reads back as the same double, from `at` on.
 * @param value finite; negative zero prints `0`
 * @param bytes with room for {@link longestNumber} more
 * @returns the place after the text
 */
export function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  const size = Math.abs(value);
  const scale = size >= 1e-5 && size < 1e15 ? shortestDigits(size) : undefined;
  if (scale === undefined) return writeText(bytes, at, String(value === 0 ? 0 : value));
  let next = at;
  if (value < 0) {
    bytes[next] = 0x2d;
    next += 1;
  }
  return writeDigits(bytes, next, 16 - scale);
}

function writeText(bytes: Uint8Array, at: number, text: string): number {
  for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
  return at + text.length;
}

/**
 * Leaves the 17 digits of the shortest decimal in `digits`, zeros at the end where it has fewer.
 * @returns the power of ten that makes `size` a number of 17 digits; undefined where this arithmetic can't tell
 */
function shortestDigits(size: number): number | undefined {
  double[0] = size;
  const high = words[1] ?? 0;
  // The doubles below a power of 2 are twice as dense as those above it.
  if (words[0] === 0 && (high & 0xfffff) === 0) return undefined;
  const exponent = (high >>> 20) - 1023;
  let scale = 16 - Math.floor(exponent * 0.30102999566398114);
  let power = powers[scale] ?? NaN;
  if (size * power >= 1e17) {
    scale -= 1;
    power = powers[scale] ?? NaN;
  }
  const product = size * power;
  if (!(product >= 1e16 && product < 1e17)) return undefined;
  // The exact product is `product + rest`: both factors are split into halves whose products are exact (T. J. Dekker 1971).
  const bigSize = 134217729 * size;
  const sizeHigh = bigSize - (bigSize - size);
  const sizeLow = size - sizeHigh;
  const bigPower = 134217729 * power;
  const powerHigh = bigPower - (bigPower - power);
  const powerLow = power - powerHigh;
  const rest =
    sizeLow * powerLow -
    (product - sizeHigh * powerHigh - sizeLow * powerHigh - sizeHigh * powerLow);
  let upper = Math.floor(product / 1e8);
  const lower = product - upper * 1e8 + rest;
  // Half the distance to the neighbouring doubles: every decimal nearer than that reads back as this one.
  const reach = (halfSteps[exponent + 20] ?? NaN) * power;
  let found = Math.round(lower / 10) * 10;
  const off = Math.abs(lower - found);
  if (off < reach - doubt) {
    if (Math.abs(off - 5) < doubt) return undefined;
    for (let step = 100; step <= 1e8; step *= 10) {
      const rounder = Math.round(lower / step) * step;
      const gap = Math.abs(lower - rounder);
      if (gap > reach + doubt) break;
      if (gap > reach - doubt || Math.abs(gap - step / 2) < doubt) return undefined;
      found = rounder;
    }
  } else {
    found = Math.round(lower);
    if (off < reach + doubt || Math.abs(Math.abs(lower - found) - 0.5) < doubt) return undefined;
  }
  if (found < 0) {
    found += 1e8;
    upper -= 1;
  } else if (found >= 1e8) {
    found -= 1e8;
    upper += 1;
  }
  if (upper < 1e8 || upper >= 1e9) return undefined;
  spread(upper | 0, 8);
  spread(found | 0, 16);
  return scale;
}

/** The decimal digits of a number, the last at `end`; 9 of the upper part, 8 of the lower. */
function spread(value: number, end: number): void {
  let rest = value;
  const first = end === 8 ? 0 : 9;
  for (let place = end; place >= first; place -= 1) {
    const tenth = (rest / 10) | 0;
    digits[place] = zero + rest - 10 * tenth;
    rest = tenth;
  }
}

/** @param exponent that of ten in the first of the 17 digits */
function writeDigits(bytes: Uint8Array, at: number, exponent: number): number {
  let length = 17;
  while (length > 1 && digits[length - 1] === zero) length -= 1;
  let next = at;
  if (exponent < 0) {
    bytes[next] = zero;
    bytes[next + 1] = point;
    next += 2;
    for (let place = -1; place > exponent; place -= 1, next += 1) bytes[next] = zero;
    for (let index = 0; index < length; index += 1) bytes[next + index] = digits[index] ?? zero;
    return next + length;
  }
  const whole = exponent + 1;
  for (let index = 0; index < whole; index += 1) bytes[next + index] = digits[index] ?? zero;
  next += whole;
  if (length <= whole) return next;
  bytes[next] = point;
  next += 1;
  for (let index = whole; index < length; index += 1, next += 1)
    bytes[next] = digits[index] ?? zero;
  return next;
}
