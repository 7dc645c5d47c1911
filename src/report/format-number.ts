/** Four significant digits, as short as they can be: `0.01235`, `1.234e+7`; the raw number stands on hover. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Number(value.toPrecision(4));
  const size = Math.abs(rounded);
  return rounded !== 0 && (size < 1e-4 || size >= 1e6)
    ? rounded.toExponential().replace('e+', 'e')
    : String(rounded);
}
