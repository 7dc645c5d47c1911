/** Four significant digits, or as many as are asked for, as short as they can be: `0.01235`, `1.234e7`; the raw number stands on hover. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Number(value.toPrecision(digits));
  // The largest doubles round up to what no double holds, but a text does.
  if (!Number.isFinite(rounded)) return value.toExponential(digits - 1).replace('e+', 'e');
  const size = Math.abs(rounded);
  return rounded !== 0 && (size < 1e-4 || size >= 10 ** Math.max(6, Math.min(digits, 15)))
    ? rounded.toExponential().replace('e+', 'e')
    : String(rounded);
}

/** Whole numbers of a column are written out below this. */
const mostWhole = 1e9;
/** Digits at most of a number that would have four: further ones are noise of the arithmetic. */
const mostDigits = 15;
/** Values of which the outermost twentieth on each side doesn't count. */
const fewForTails = 20;

/** Significant digits that numbers of a column need, so that they differ as seen: four of the range that they spread over. */
export function columnDigits(values: Iterable<unknown>): number {
  const numbers = Float64Array.from(
    [...values].filter((one): one is number => typeof one === 'number' && Number.isFinite(one)),
  ).sort();
  const isWhole = numbers.every((one) => Number.isInteger(one) && Math.abs(one) < mostWhole);
  if (isWhole) return mostDigits;
  const cut = numbers.length < fewForTails ? 0 : Math.floor(numbers.length / 20);
  const low = numbers[cut] ?? 0;
  const high = numbers[numbers.length - 1 - cut] ?? 0;
  if (low === high) return ownDigits(low);
  const top = Math.max(Math.abs(low), Math.abs(high));
  // Halves: the difference of the largest numbers is beyond them.
  const extra = Math.floor(Math.log10(top / 2 / (high / 2 - low / 2)));
  return 4 + Math.max(0, Math.min(extra, mostDigits - 4));
}

/** Numbers of one column or axis as texts that differ where the numbers do. */
export function formatNumbers(values: readonly number[]): readonly string[] {
  const digits = columnDigits(values);
  return values.map((value) => formatNumber(value, digits));
}

/** All digits of a number that was written by hand, four of one that was computed. */
function ownDigits(value: number): number {
  return Number(value.toPrecision(9)) === value ? 9 : 4;
}
