import { exchange } from './centred-discrepancy.ts';
import type { ExchangeCriterion } from './exchange-criterion.ts';

/** Inverse 16th power of a distance, given its square. */
function closeness(square: number): number {
  const p4 = square * square * (square * square);
  return 1 / (p4 * p4);
}

/**
 * Maximin distance in the smooth form of Morris and Mitchell: the logarithm of the sum of inverse 16th powers of the distances of all
 * pairs, dominated by the closest pair.
 * @param columns are changed by accepted exchanges
 * @see M. D. Morris, T. J. Mitchell (1995), doi:10.1016/0378-3758(94)00035-T
 */
export function createDistanceCriterion(columns: readonly Float64Array[]): ExchangeCriterion {
  const n = columns[0]?.length ?? 0;
  const squares = new Float64Array(n * n);
  for (const column of columns) {
    for (let i = 0; i < n; i += 1) {
      for (let j = 0; j < n; j += 1) {
        squares[i * n + j] = (squares[i * n + j] ?? 0) + ((column[i] ?? 0) - (column[j] ?? 0)) ** 2;
      }
    }
  }
  const none = new Float64Array();
  let total = 0;
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < i; j += 1) total += closeness(squares[i * n + j] ?? 0);
  }
  let last = { a: 0, b: 0, column: 0, total };
  const step = (column: Float64Array, from: number, to: number, j: number): number => {
    const x = column[j] ?? 0;
    return ((column[to] ?? 0) - x) ** 2 - ((column[from] ?? 0) - x) ** 2;
  };
  return {
    change: (a, b, index) => {
      const column = columns[index] ?? none;
      let sum = 0;
      for (let j = 0; j < n; j += 1) {
        if (j === a || j === b) continue;
        const shift = step(column, a, b, j);
        const [fromA, fromB] = [squares[a * n + j] ?? 0, squares[b * n + j] ?? 0];
        sum +=
          closeness(fromA + shift) - closeness(fromA) + closeness(fromB - shift) - closeness(fromB);
      }
      last = { a, b, column: index, total: total + sum };
      return Math.log(last.total / total);
    },
    accept: () => {
      const { a, b } = last;
      const column = columns[last.column] ?? none;
      for (let j = 0; j < n; j += 1) {
        if (j === a || j === b) continue;
        const shift = step(column, a, b, j);
        squares[a * n + j] = squares[j * n + a] = (squares[a * n + j] ?? 0) + shift;
        squares[b * n + j] = squares[j * n + b] = (squares[b * n + j] ?? 0) - shift;
      }
      total = last.total;
      exchange(column, a, b);
    },
  };
}
