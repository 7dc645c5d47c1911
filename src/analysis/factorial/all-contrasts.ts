/** One of the contrasts that runs at two levels have. */
export interface Contrast {
  /** Places in the list of factors: the shortest product that it is. */
  readonly factors: readonly number[];
  /** Product of the factors, -1 or 1 a row, 0 at the centre. */
  readonly column: Float64Array;
}

/** More runs have more contrasts than a plot of them can show, and enough of them measure the error. */
const mostRuns = 128;

/**
 * All n - 1 contrasts of n runs at two levels that stand once each, full or a regular fraction: those of the effects, and those of three factors
 * and more, from which an unreplicated design is judged. Rows at 0 in all factors, its centre points, aren't counted.
 * @param coded -1 or 1 a row, a column for each factor
 * @returns undefined where runs repeat or lack, or the fraction isn't regular
 * @see C. Daniel (1959), doi:10.1080/00401706.1959.10489866
 */
export function allContrasts(coded: readonly Float64Array[]): readonly Contrast[] | undefined {
  const rows = Array.from(coded[0] ?? [], (_, row) => row).filter((row) =>
    coded.some((column) => column[row] !== 0),
  );
  const signs = coded.map((column) => rows.map((row) => column[row] ?? NaN));
  const count = rows.length;
  const isTwoLevel = signs.every((column) => column.every((sign) => Math.abs(sign) === 1));
  const isPower = count > 1 && count <= mostRuns && 2 ** Math.round(Math.log2(count)) === count;
  if (!isTwoLevel || !isPower) return undefined;
  const points = new Set(rows.map((_, index) => signs.map((column) => column[index]).join(' ')));
  if (points.size < count) return undefined;

  // By length, so that each column is met by its shortest product first.
  const found = new Map<string, Contrast>();
  let layer: readonly Contrast[] = [
    { factors: [], column: Float64Array.from(coded[0] ?? [], (x) => Math.abs(x)) },
  ];
  while (layer.length > 0 && found.size < count - 1) {
    const next: Contrast[] = [];
    for (const { factors, column } of layer) {
      for (let place = (factors.at(-1) ?? -1) + 1; place < coded.length; place += 1) {
        const product = column.map((sign, row) => sign * (coded[place]?.[row] ?? NaN));
        const sum = product.reduce((total, sign) => total + sign, 0);
        if (Math.abs(sum) === count) continue;
        if (sum !== 0) return undefined;
        const key = keyOf(product, rows[0] ?? 0);
        const contrast = { factors: [...factors, place], column: product };
        if (!found.has(key)) found.set(key, contrast);
        next.push(contrast);
      }
    }
    layer = next;
  }
  return found.size === count - 1 ? [...found.values()] : undefined;
}

/** The same for a column and its negative. */
function keyOf(column: Float64Array, first: number): string {
  const sign = column[first] ?? 1;
  return column.reduce((key, value) => key + (value === 0 ? '0' : value === sign ? 'a' : 'b'), '');
}
