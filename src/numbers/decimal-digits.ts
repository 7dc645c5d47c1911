/** Decimal digits of a double: the number is 0.DIGITS x 10^pointAt. No digits at all: zero. */
export interface DecimalDigits {
  /** Without zeros at the end. */
  readonly digits: string;
  readonly pointAt: number;
}

/**
 * The shortest digits that read back as `magnitude` (>= 0, finite), as Java's `Double.toString` has them since Java 19: where one
 * digit would do, the nearer of two is taken (4.9E-324, not 5E-324).
 */
export function shortestDigits(magnitude: number): DecimalDigits {
  if (magnitude === 0) return { digits: '', pointAt: 0 };
  let [mantissa = '', exponent = '0'] = magnitude.toExponential().split('e');
  if (mantissa.length === 1)
    [mantissa = '', exponent = '0'] = magnitude.toExponential(1).split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/u, '');
  return { digits, pointAt: Number(exponent) + 1 };
}

/**
 * The first `keep` digits of `magnitude`, rounded on the exact value of the double, not on its shortest text: 0.125 lies on the
 * half, 1.005 below it.
 * @param keep may be negative: then nothing is left
 * @param halves where an exact half goes
 */
export function roundDigits(
  magnitude: number,
  keep: number,
  halves: 'to even' | 'up' = 'to even',
): DecimalDigits {
  const whole = shortestDigits(magnitude);
  const { digits, pointAt } = whole;
  if (keep >= digits.length) return whole;
  if (keep < 0) return { digits: '', pointAt: 0 };
  const kept = digits.slice(0, keep);
  if (!roundsUp(magnitude, whole, keep, halves)) return trimmed(kept, pointAt);
  const next = (BigInt(`0${kept}`) + 1n).toString().padStart(keep, '0');
  return next.length > keep ? { digits: '1', pointAt: pointAt + 1 } : trimmed(next, pointAt);
}

function trimmed(text: string, pointAt: number): DecimalDigits {
  const digits = text.replace(/0+$/u, '');
  return digits === '' ? { digits, pointAt: 0 } : { digits, pointAt };
}

function roundsUp(
  magnitude: number,
  { digits, pointAt }: DecimalDigits,
  keep: number,
  halves: 'to even' | 'up',
): boolean {
  const next = digits.charAt(keep);
  if (next !== '5' || keep < digits.length - 1) return next >= '5';
  const side = compareExactly(magnitude, BigInt(digits), pointAt - digits.length);
  if (side !== 0) return side > 0;
  return halves === 'up' || (keep > 0 && Number(digits.charAt(keep - 1)) % 2 === 1);
}

/** Sign of `magnitude - integer x 10^exponent`, without rounding. */
function compareExactly(magnitude: number, integer: bigint, exponent: number): number {
  const bits = new BigUint64Array(Float64Array.of(magnitude).buffer)[0] ?? 0n;
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const significand = field === 0 ? fraction : fraction | 0x10000000000000n;
  const power = (field === 0 ? 1 : field) - 1075;
  const left =
    significand * 2n ** BigInt(Math.max(power, 0)) * 10n ** BigInt(Math.max(-exponent, 0));
  const right = integer * 2n ** BigInt(Math.max(-power, 0)) * 10n ** BigInt(Math.max(exponent, 0));
  return left === right ? 0 : left > right ? 1 : -1;
}
