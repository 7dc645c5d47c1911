/** A whole number times a power of ten, exact and as short as it can be: `0.25`, `1.5e-21`; not as a double, which loses digits. */
export function decimalText(whole: bigint, power: number): string {
  if (whole === 0n) return '0';
  const sign = whole < 0n ? '-' : '';
  const all = String(whole < 0n ? -whole : whole);
  const digits = all.replace(/0+$/u, '');
  // Power of ten of the first digit.
  const first = power + all.length - 1;
  const point = first + 1;
  if (first < -4 || first > 5) {
    const rest = digits.slice(1);
    return `${sign}${digits.slice(0, 1)}${rest === '' ? '' : `.${rest}`}e${first}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
