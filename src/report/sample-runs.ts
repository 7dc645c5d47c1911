/** Most runs that any page draws and lists. */
export const mostRuns = 5000;

/** Most cells of a sample: a page of more takes too long to load. */
const mostCells = 60_000;

/** Most runs that a page of so many columns draws and lists: 5,000, of more than 12 columns fewer, but never below 1,000. */
export function mostRunsOf(columns: number): number {
  return Math.max(1000, Math.min(mostRuns, Math.floor(mostCells / columns)));
}

/**
 * Places of the runs that the page shows, ascending: all, or `most` that a fixed mixing of their numbers picks, so that no stride of a design
 * is favoured and every page of a study picks the same.
 */
export function sampleRuns(total: number, most = mostRuns): readonly number[] {
  const all = Array.from({ length: total }, (_, place) => place);
  if (total <= most) return all;
  const keys = Uint32Array.from(all, mixed);
  const limit = keys.toSorted()[most - 1] ?? 0;
  return all.filter((place) => (keys[place] ?? 0) <= limit).slice(0, most);
}

/** @see murmur3's finaliser: a one-to-one mixing of 32 bits */
function mixed(place: number): number {
  let h = place + 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
