/** A difference below this part of the values, in size, is one of rounding: some fifty steps between doubles. */
export const roundingPart = 1e-14;

/** Whether numbers differ by nothing but rounding, or not at all. @param values those that aren't finite don't count; false of fewer than two */
export function isOnlyRounding(values: Iterable<number>): boolean {
  let [low, high, count] = [Infinity, -Infinity, 0];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
    count += 1;
  }
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Halves of large ones, as a range may be beyond the largest double; the smallest double has none.
  const part = size > 1 ? 0.5 : 1;
  return count > 1 && high * part - low * part <= roundingPart * part * size;
}

/** The same numbers; where those that count differ by nothing but rounding, the first of them in all its places. @param counts by place */
export function withoutRounding(values: Float64Array, counts: readonly boolean[]): Float64Array {
  const own = values.filter((value, place) => counts[place] === true && Number.isFinite(value));
  const [first = NaN] = own;
  return isOnlyRounding(own)
    ? values.map((value, place) =>
        counts[place] === true && Number.isFinite(value) ? first : value,
      )
    : values;
}
