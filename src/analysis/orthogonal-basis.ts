/** Orthonormal columns that span the columns added so far. */
export interface OrthogonalBasis {
  readonly columns: readonly Float64Array[];
  /** Column `k` of R: the coefficients of the k-th added column in {@link columns}, k + 1 of them. */
  readonly upper: readonly Float64Array[];
  /**
   * Adds what is new in a column.
   * @returns false, and adds nothing, where the column depends on those before it
   */
  readonly add: (column: Float64Array) => boolean;
}

/**
 * Gram-Schmidt, each column twice, which keeps the basis orthogonal to rounding.
 * @param start a basis whose columns come first; it stays as it is. Default: none
 */
export function createOrthogonalBasis(
  start?: Pick<OrthogonalBasis, 'columns' | 'upper'>,
): OrthogonalBasis {
  const columns = [...(start?.columns ?? [])];
  const upper = [...(start?.upper ?? [])];
  return {
    columns,
    upper,
    add: (column) => {
      const rest = column.slice();
      const size = Math.sqrt(dot(rest, rest));
      const coefficients = new Float64Array(columns.length + 1);
      for (let pass = 0; pass < 2; pass += 1) {
        const [start] = columns;
        let share = start ? dot(start, rest) : 0;
        columns.forEach((unit, index) => {
          coefficients[index] = (coefficients[index] ?? 0) + share;
          share = takeOff(rest, unit, share, columns[index + 1] ?? unit);
        });
      }
      const left = Math.sqrt(dot(rest, rest));
      if (!(left > 1e-9 * size)) return false;
      coefficients[columns.length] = left;
      columns.push(rest.map((value) => value / left));
      upper.push(coefficients);
      return true;
    },
  };
}

/** Takes a multiple of a unit off a column, and gives the share of the next unit in what is left, in one pass over both. */
function takeOff(
  rest: Float64Array,
  unit: Float64Array,
  share: number,
  next: Float64Array,
): number {
  let sum = 0;
  for (let row = 0; row < rest.length; row += 1) {
    const left = (rest[row] ?? 0) - share * (unit[row] ?? 0);
    rest[row] = left;
    sum += (next[row] ?? 0) * left;
  }
  return sum;
}

/** Sum of the products of two columns of equal length. */
export function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < x.length; row += 1) sum += (x[row] ?? 0) * (y[row] ?? 0);
  return sum;
}

/**
 * The column that the inverse of R gains with the given column of R.
 * @param inverse columns of the inverse so far, the k-th of k + 1 entries
 */
export function inverseColumn(inverse: readonly Float64Array[], upper: Float64Array): Float64Array {
  const k = inverse.length;
  const pivot = upper[k] ?? NaN;
  const column = new Float64Array(k + 1);
  column[k] = 1 / pivot;
  for (let j = 0; j < k; j += 1) {
    const share = (upper[j] ?? 0) / pivot;
    inverse[j]?.forEach((entry, row) => (column[row] = (column[row] ?? 0) - entry * share));
  }
  return column;
}
