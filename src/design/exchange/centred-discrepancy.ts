import type { ExchangeCriterion } from './exchange-criterion.ts';

/** Factor of the pair sum for two centred coordinates. */
function pairFactor(x: number, y: number): number {
  return 1 + (Math.abs(x) + Math.abs(y) - Math.abs(x - y)) / 2;
}

/**
 * Squared centred L2 discrepancy of points in the unit cube, as `scipy.stats.qmc.discrepancy(method="CD")` gives it.
 * @param columns one a dimension
 * @see F. J. Hickernell (1998), doi:10.1090/S0025-5718-98-00894-1
 */
export function centredDiscrepancy(columns: readonly Float64Array[]): number {
  const n = columns[0]?.length ?? 0;
  let single = 0;
  let pairs = 0;
  for (let i = 0; i < n; i += 1) {
    let own = 1;
    for (const column of columns) {
      const z = Math.abs((column[i] ?? 0) - 0.5);
      own *= 1 + (z - z * z) / 2;
    }
    single += own;
    for (let j = 0; j < n; j += 1) {
      let product = 1;
      for (const column of columns)
        product *= pairFactor((column[i] ?? 0) - 0.5, (column[j] ?? 0) - 0.5);
      pairs += product;
    }
  }
  return (13 / 12) ** columns.length - (2 * single) / n + pairs / (n * n);
}

/**
 * The same with updates of O(rows) for an exchange.
 * @param columns are changed by accepted exchanges
 * @see R. Jin, W. Chen, A. Sudjianto (2005), doi:10.1016/j.jspi.2004.02.014
 */
export function createDiscrepancyCriterion(columns: readonly Float64Array[]): ExchangeCriterion {
  const n = columns[0]?.length ?? 0;
  const centred = columns.map((column) => column.map((x) => x - 0.5));
  const pairs = new Float64Array(n * n).fill(1);
  const singles = new Float64Array(n).fill(1);
  for (const z of centred) {
    for (let i = 0; i < n; i += 1) {
      const own = z[i] ?? 0;
      singles[i] = (singles[i] ?? 1) * (1 + (Math.abs(own) - own * own) / 2);
      for (let j = 0; j < n; j += 1)
        pairs[i * n + j] = (pairs[i * n + j] ?? 1) * pairFactor(own, z[j] ?? 0);
    }
  }
  const factorA = new Float64Array(n);
  let last = { a: 0, b: 0, column: 0, single: 1 };
  return {
    change: (a, b, column) => {
      const z = centred[column] ?? factorA;
      const [za, zb] = [z[a] ?? 0, z[b] ?? 0];
      const [absA, absB] = [Math.abs(za), Math.abs(zb)];
      let sum = 0;
      for (let j = 0; j < n; j += 1) {
        const zj = z[j] ?? 0;
        const absJ = Math.abs(zj);
        const fromA = 2 + absA + absJ - Math.abs(za - zj);
        const fromB = 2 + absB + absJ - Math.abs(zb - zj);
        const ratio = fromB / fromA;
        factorA[j] = ratio;
        if (j === a || j === b) continue;
        const [pa, pb] = [pairs[a * n + j] ?? 0, pairs[b * n + j] ?? 0];
        sum += pa * (ratio - 1) + pb * (1 / ratio - 1);
      }
      const single = (2 + absB - zb * zb) / (2 + absA - za * za);
      const ownRatio = (1 + absB) / (1 + absA);
      const diagonal =
        (pairs[a * n + a] ?? 0) * (ownRatio - 1) + (pairs[b * n + b] ?? 0) * (1 / ownRatio - 1);
      const singleChange = (singles[a] ?? 0) * (single - 1) + (singles[b] ?? 0) * (1 / single - 1);
      last = { a, b, column, single };
      return (2 * sum + diagonal) / (n * n) - (2 * singleChange) / n;
    },
    accept: () => {
      const { a, b, column, single } = last;
      const z = centred[column] ?? factorA;
      const values = columns[column] ?? factorA;
      const ownRatio = (1 + Math.abs(z[b] ?? 0)) / (1 + Math.abs(z[a] ?? 0));
      for (let j = 0; j < n; j += 1) {
        if (j === a || j === b) continue;
        const ratio = factorA[j] ?? 1;
        const pa = (pairs[a * n + j] ?? 0) * ratio;
        const pb = (pairs[b * n + j] ?? 0) / ratio;
        pairs[a * n + j] = pairs[j * n + a] = pa;
        pairs[b * n + j] = pairs[j * n + b] = pb;
      }
      pairs[a * n + a] = (pairs[a * n + a] ?? 0) * ownRatio;
      pairs[b * n + b] = (pairs[b * n + b] ?? 0) / ownRatio;
      singles[a] = (singles[a] ?? 0) * single;
      singles[b] = (singles[b] ?? 0) / single;
      exchange(z, a, b);
      exchange(values, a, b);
    },
  };
}

/** Exchanges two entries. */
export function exchange(values: Float64Array, a: number, b: number): void {
  const kept = values[a] ?? NaN;
  values[a] = values[b] ?? NaN;
  values[b] = kept;
}
