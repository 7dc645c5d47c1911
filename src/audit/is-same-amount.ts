/** Amounts that were added or multiplied in another order differ by this share. */
const rounding = 1e-9;

/** Whether two amounts of money, or of hours, differ by rounding alone. */
export function isSameAmount(one: number, other: number): boolean {
  return Math.abs(one - other) <= rounding * Math.max(Math.abs(one), Math.abs(other));
}
