import { parseDecimalPattern } from '../../numbers/index.ts';

/** The values that a pattern rounds to. */
export interface RoundedValues {
  /** All of them from the one nearest to `low` to the one nearest to `high`, ascending; undefined for more than `most`. */
  readonly between: (low: number, high: number, most: number) => Float64Array | undefined;
  /** Distance of neighbours beside a value, at most. */
  readonly stepAt: (value: number) => number;
}

/** Sizes this far below the largest count as 0 where an exponent is printed. */
const smallestSize = 1e-9;

/** @returns undefined for a pattern that prints more than a plain number, such as a percent sign, or none */
export function roundedValues(pattern: string): RoundedValues | undefined {
  const parsed = parseDecimalPattern(pattern);
  if ('message' in parsed) return undefined;
  const { positive, negative, multiplier, minExponent, maxInteger, maxFraction } = parsed;
  const affixes = positive.prefix + positive.suffix + negative.prefix + negative.suffix;
  if (affixes !== '-' || multiplier !== 1) return undefined;
  return minExponent > 0 ? withDigits(maxInteger + maxFraction) : withDecimals(maxFraction);
}

/** Multiples of a power of ten. */
function withDecimals(decimals: number): RoundedValues {
  const scale = 10 ** decimals;
  return {
    between: (low, high, most) => {
      const [from, to] = [Math.round(low * scale), Math.round(high * scale)];
      if (!(to - from < most && Math.max(-from, to) < 2 ** 52)) return undefined;
      // A whole number over a power of ten is the number that the text of it is read as.
      return Float64Array.from({ length: to - from + 1 }, (_, place) => (from + place) / scale);
    },
    stepAt: () => 1 / scale,
  };
}

/** Numbers of so many significant digits. */
function withDigits(digits: number): RoundedValues {
  return {
    between: (low, high, most) => {
      const largest = Math.max(-low, high);
      const last = Math.floor(Math.log10(largest));
      const first = Math.floor(Math.log10(largest * smallestSize));
      if (9 * 10 ** (digits - 1) * (last - first + 1) > most) return undefined;
      const sizes: number[] = [];
      for (let power = first; power <= last; power += 1) {
        for (let whole = 10 ** (digits - 1); whole < 10 ** digits; whole += 1) {
          sizes.push(Number(`${whole}e${power - digits + 1}`));
        }
      }
      sizes.push(Number(`1e${last + 1}`));
      const all = Float64Array.from([...sizes.map((size) => -size), 0, ...sizes]).sort();
      const from = all.findIndex((value, place) => low <= middle(value, all[place + 1]));
      const to = all.findLastIndex((value, place) => high >= middle(value, all[place - 1]));
      return all.slice(from, to + 1);
    },
    stepAt: (value) => Math.abs(value) / 10 ** (digits - 1),
  };
}

function middle(value: number, next = value): number {
  return value / 2 + next / 2;
}
