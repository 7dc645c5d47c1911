/**
 * The shortest text that reads back as the same double; negative zero prints `0`.
 * @throws RangeError for NaN and infinities
 */
export function printNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`Expected a finite number, got ${value}`);
  return String(value === 0 ? 0 : value);
}
