const decimal = /^[ \t]*([+-]?(?:\d+\.?\d*|\.\d+))(?:[eEdD]([+-]?\d+))?[ \t\r]*$/;

/**
 * Reads a decimal number strictly: optional sign, digits with at most one point, an exponent after `e` or (as Fortran writes) `d`.
 * @returns undefined for anything else: empty text, hex, commas, NaN, Infinity, and what overflows a double
 */
export function parseNumber(text: string): number | undefined {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const value = Number(match[2] === undefined ? match[1] : `${match[1]}e${match[2]}`);
  return Number.isFinite(value) ? value : undefined;
}
