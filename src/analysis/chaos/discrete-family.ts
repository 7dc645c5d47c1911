import type { Cell } from '../../design/cell.ts';
import type { PolynomialFamily } from './polynomial-family.ts';

/** How far a number may be from a level that it counts as, in distances to the level's nearest neighbour: texts of other tools have few digits. */
const nearLevel = 0.01;

/**
 * Polynomials that are orthonormal under the weights of levels, by Stieltjes' procedure over those that have weight; of texts in their places in the list.
 */
export function discreteFamily(
  levels: readonly Cell[],
  weights?: readonly number[],
): PolynomialFamily {
  const used = levels.flatMap((level, index) =>
    (weights?.[index] ?? 1) > 0 ? [{ level, index }] : [],
  );
  const isNumeric = used.every(({ level }) => typeof level === 'number');
  const raw = Float64Array.from(used, ({ level }, place) => (isNumeric ? Number(level) : place));
  const middle = raw.reduce((sum, x) => sum + x, 0) / raw.length;
  const scale = raw.reduce((most, x) => Math.max(most, Math.abs(x - middle)), 0) || 1;
  const points = raw.map((x) => (x - middle) / scale);
  const own = Float64Array.from(used, ({ index }) => weights?.[index] ?? 1);
  const total = own.reduce((sum, weight) => sum + weight, 0);
  const shares = own.map((weight) => weight / total);
  // Degrees beyond ten of many levels add rounding and nothing that a study could use.
  const highest = Math.min(points.length - 1, 10);
  const table: Float64Array[] = [new Float64Array(points.length).fill(1)];
  for (let degree = 1; degree <= highest; degree += 1) {
    const last = table[degree - 1] ?? new Float64Array();
    const next = points.map((x, place) => x * (last[place] ?? 0));
    for (const earlier of [...table, ...table]) {
      const share = weightedMean(shares, (place) => (next[place] ?? 0) * (earlier[place] ?? 0));
      for (let place = 0; place < next.length; place += 1) {
        next[place] = (next[place] ?? 0) - share * (earlier[place] ?? 0);
      }
    }
    const norm = Math.sqrt(weightedMean(shares, (place) => (next[place] ?? 0) ** 2));
    table.push(next.map((value) => value / norm));
  }
  const placeOf = new Map(used.map(({ level }, place) => [level, place]));
  const nearest = isNumeric ? createNearest(raw) : () => undefined;
  const placeAt = (cell: Cell): number | undefined =>
    placeOf.get(cell) ?? (typeof cell === 'number' ? nearest(cell) : undefined);
  return {
    name: 'discrete',
    highest,
    values: (cell, degree) => {
      const place = placeAt(cell);
      return Float64Array.from({ length: degree + 1 }, (_, k) =>
        place === undefined ? NaN : (table[k]?.[place] ?? 0),
      );
    },
  };
}

/** Mean of what `of` gives for each place. @param shares of the places, which add up to 1 */
function weightedMean(shares: Float64Array, of: (place: number) => number): number {
  let sum = 0;
  for (let place = 0; place < shares.length; place += 1) sum += (shares[place] ?? 0) * of(place);
  return sum;
}

/** The place of the level that a number is, but for its last digits; undefined for other numbers. */
export function createNearest(
  levels: Float64Array | readonly number[],
): (x: number) => number | undefined {
  const order = [...levels.keys()].sort((a, b) => (levels[a] ?? 0) - (levels[b] ?? 0));
  const sorted = Float64Array.from(order, (place) => levels[place] ?? NaN);
  const at = (rank: number): number => sorted[rank] ?? Infinity;
  return (x) => {
    let [low, high] = [0, sorted.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (at(middle) <= x) low = middle;
      else high = middle;
    }
    const rank = Math.abs(at(low) - x) <= Math.abs(at(high) - x) ? low : high;
    const distances = [rank - 1, rank + 1].map((other) => Math.abs(at(other) - at(rank)));
    const gap = Math.min(...distances);
    const tolerance = gap < Infinity ? gap * nearLevel : Math.abs(at(rank)) * 1e-9;
    return Math.abs(at(rank) - x) <= tolerance ? order[rank] : undefined;
  };
}
