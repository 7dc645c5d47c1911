/** Most runs that any page draws and lists. */
export const mostRuns = 5000;

/** Most cells of a sample: a page of more takes too long to load. */
const mostCells = 60_000;

/** Most runs that a page of so many columns draws and lists: 5,000, of more than 12 columns fewer, but never below 1,000. */
export function mostRunsOf(columns: number): number {
  return Math.max(1000, Math.min(mostRuns, Math.floor(mostCells / columns)));
}

/** Runs that a sample holds before chance picks the rest. */
export interface KeptOfKind {
  /** Their numbers, from 1. */
  readonly runs: readonly number[];
  /** So many at most. */
  readonly most: number;
}

/** The runs that a page shows. */
export interface RunSample {
  /** Ascending, from 0. */
  readonly places: readonly number[];
  /** How many of each kind it was to hold are in it; none where it holds all runs. */
  readonly held: readonly number[];
}

/**
 * Places of the runs that the page shows: all, or `most`. A sample holds the kept ones, and of the others those that a fixed mixing of their
 * numbers picks, so that no stride of a design is favoured and every page of the same results picks the same.
 */
export function sampleRuns(
  total: number,
  most = mostRuns,
  kept: readonly KeptOfKind[] = [],
): RunSample {
  const all = Array.from({ length: total }, (_, place) => place);
  if (total <= most) return { places: all, held: [] };
  const keys = Uint32Array.from(all, mixed);
  const byKey = (a: number, b: number): number => (keys[a] ?? 0) - (keys[b] ?? 0);
  const places = new Set<number>();
  for (const { runs, most: ofKind } of kept) {
    const own = runs.map((run) => run - 1).filter((place) => place >= 0 && place < total);
    for (const place of own.sort(byKey).slice(0, ofKind)) {
      if (places.size < most) places.add(place);
    }
  }
  for (const place of all.toSorted(byKey)) {
    if (places.size >= most) break;
    places.add(place);
  }
  return {
    places: [...places].sort((a, b) => a - b),
    held: kept.map(({ runs }) => runs.filter((run) => places.has(run - 1)).length),
  };
}

/** @see murmur3's finaliser: a one-to-one mixing of 32 bits */
function mixed(place: number): number {
  let h = place + 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
