import type { Block } from '../output/view.ts';

/** A table under a blank line and its title. */
export function titled(title: string, table: Extract<Block, { kind: 'table' }>): readonly Block[] {
  return [{ kind: 'text', lines: ['', title] }, table];
}

/** A number with five digits; nothing for none. */
export function five(value: number | undefined): string {
  return withDigits(value, 5);
}

/** Numbers that differ by less than this share of themselves differ by what arithmetic left. */
const noise = 1e-13;

/**
 * How numbers that belong together are shown: with five digits (`least`), or as many more as it takes that what lies between them shows to three. Of values about
 * 1e9 that differ by 1, five digits would all be the same.
 */
export function showing(
  together: readonly (number | undefined)[],
  least = 5,
): (value: number | undefined) => string {
  const known = together.filter((value) => value !== undefined && Number.isFinite(value));
  const size = known.reduce((most: number, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  const [low, high] = [Math.min(...known.map(Number)), Math.max(...known.map(Number))];
  const digits = high - low > noise * size ? Math.ceil(Math.log10(size / (high - low))) + 3 : least;
  return (value) => withDigits(value, Math.max(least, digits));
}

function withDigits(value: number | undefined, digits: number): string {
  if (value === undefined) return '';
  const text = value.toPrecision(digits);
  return text.includes('e') ? text : String(Number(text));
}

/** A probability of chance: small ones as a power of ten. */
export function chance(p: number | undefined): string {
  if (p === undefined) return '';
  return p < 1e-4 ? p.toExponential(0) : p.toFixed(4);
}

/** An index and the half width of its interval. */
export function withWidth(index?: {
  readonly value: number;
  readonly halfWidth?: number | undefined;
}): string {
  if (!index) return '';
  const { value, halfWidth } = index;
  return halfWidth === undefined
    ? value.toFixed(4)
    : `${value.toFixed(4)} ± ${halfWidth.toFixed(4)}`;
}

/** A share and the ends of its interval. */
export function withEnds(value: number, ends?: readonly [number, number]): string {
  if (!ends) return value.toFixed(4);
  return `${value.toFixed(4)} (${ends.map((end) => end.toFixed(4)).join(' .. ')})`;
}
