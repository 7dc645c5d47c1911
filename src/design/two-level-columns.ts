function weight(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** All sums of up to `terms` of the masks. */
function sumsOf(masks: readonly number[], terms: number): Set<number> {
  let layer = new Set<number>([0]);
  const all = new Set<number>([0]);
  for (let term = 0; term < terms; term += 1) {
    const next = new Set<number>();
    for (const sum of layer) for (const mask of masks) next.add(sum ^ mask);
    for (const sum of next) all.add(sum);
    layer = next;
  }
  return all;
}

/**
 * Columns for `factors` factors in 2^`baseFactors` rows of at least the given resolution, taken greedily: smallest masks first, and
 * where that doesn't reach, long words first.
 * @returns undefined where neither finds one
 */
export function findFraction(
  factors: number,
  baseFactors: number,
  resolution: number,
): readonly number[] | undefined {
  const ascending = Array.from({ length: 2 ** baseFactors }, (_, mask) => mask);
  const longFirst = ascending.toSorted((a, b) => weight(b) - weight(a) || a - b);
  return (
    takeGreedily(factors, baseFactors, resolution, ascending) ??
    takeGreedily(factors, baseFactors, resolution, longFirst)
  );
}

function takeGreedily(
  factors: number,
  baseFactors: number,
  resolution: number,
  candidates: readonly number[],
): readonly number[] | undefined {
  const masks = Array.from({ length: Math.min(factors, baseFactors) }, (_, bit) => 1 << bit);
  while (masks.length < factors) {
    const reachable = sumsOf(masks, resolution - 2);
    const next = candidates.find((mask) => !reachable.has(mask));
    if (next === undefined) return undefined;
    masks.push(next);
  }
  return masks;
}

/** Resolution of given columns: the smallest number of them whose product is constant. */
export function resolutionOf(masks: readonly number[]): number {
  let layer: readonly (readonly [sum: number, last: number])[] = masks.map((m, i) => [m, i]);
  for (let size = 1; size <= masks.length; size += 1) {
    if (layer.some(([sum]) => sum === 0)) return size;
    if (layer.length > 5_000_000) return size + 1;
    layer = layer.flatMap(([sum, last]) =>
      masks.slice(last + 1).map((mask, offset) => [sum ^ mask, last + 1 + offset] as const),
    );
  }
  return Infinity;
}

/** Sign of a factor in a row: the product of the signs of its base factors, -1 first and the first base factor fastest. */
export function signAt(mask: number, row: number): number {
  return (weight(mask) - weight(mask & row)) % 2 === 0 ? 1 : -1;
}
