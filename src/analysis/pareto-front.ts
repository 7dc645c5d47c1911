/**
 * Rows that no other row beats in all objectives, in their order. Rows with a missing value are left out.
 * @param objectives one column an objective, all to be made small
 */
export function paretoFront(objectives: readonly Float64Array[]): readonly number[] {
  const rows = Array.from(objectives[0]?.keys() ?? []).filter((row) =>
    objectives.every((column) => Number.isFinite(column[row])),
  );
  const beats = (a: number, b: number): boolean =>
    objectives.every((column) => (column[a] ?? 0) <= (column[b] ?? 0)) &&
    objectives.some((column) => (column[a] ?? 0) < (column[b] ?? 0));
  const order = rows.toSorted((a, b) => {
    for (const column of objectives) {
      const difference = (column[a] ?? 0) - (column[b] ?? 0);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  const front: number[] = [];
  for (const row of order) if (!front.some((other) => beats(other, row))) front.push(row);
  return front.sort((a, b) => a - b);
}

/**
 * Volume between a set of points and a reference point that is worse in every objective; larger is better.
 * @param points objectives to be made small, one point a row; points beyond the reference count nothing
 * @see E. Zitzler, L. Thiele (1999), doi:10.1109/4235.797969
 */
export function hypervolume(
  points: readonly (readonly number[])[],
  reference: readonly number[],
): number {
  const inside = points.filter((point) => point.every((x, index) => x < (reference[index] ?? x)));
  const last = reference.length - 1;
  if (inside.length === 0) return 0;
  if (last === 0) return (reference[0] ?? 0) - Math.min(...inside.map(([x = 0]) => x));
  const sorted = inside.toSorted((a, b) => (a[last] ?? 0) - (b[last] ?? 0));
  return sorted.reduce((volume, point, index) => {
    const depth = (sorted[index + 1]?.[last] ?? reference[last] ?? 0) - (point[last] ?? 0);
    if (depth === 0) return volume;
    const slice = sorted.slice(0, index + 1).map((other) => other.slice(0, last));
    return volume + depth * hypervolume(slice, reference.slice(0, last));
  }, 0);
}
