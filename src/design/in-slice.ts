/**
 * A place in one of `slices` equal slices of (0, 1); rounding never moves it into the next slice nor to 1.
 * @param slice from 0
 * @param place inside the slice, 0 to 1
 */
export function inSlice(slice: number, place: number, slices: number): number {
  const value = (slice + place) / slices;
  return Math.floor(value * slices) > slice ? (slice + 0.5) / slices : value;
}
