import type { Block } from '../output/view.ts';

/** A table under a blank line and its title. */
export function titled(title: string, table: Extract<Block, { kind: 'table' }>): readonly Block[] {
  return [{ kind: 'text', lines: ['', title] }, table];
}

/** A number with five digits; nothing for none. */
export function five(value: number | undefined): string {
  if (value === undefined) return '';
  const text = value.toPrecision(5);
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
