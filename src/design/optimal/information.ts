/** The inverse of X'X + ridge, kept up to date while rows of X change. */
export interface Information {
  /** Natural logarithm of the determinant. */
  readonly logDeterminant: () => number;
  /** D f, the inverse times a vector. */
  readonly times: (f: Float64Array, target: Float64Array) => void;
  /** Adds f f' (sign 1) or takes it away (sign -1). */
  readonly update: (f: Float64Array, sign: 1 | -1) => void;
}

/** @param terms size of the matrix @param ridge added to the diagonal, so that it can be inverted before there are enough rows */
export function createInformation(terms: number, ridge: number): Information {
  const inverse = new Float64Array(terms * terms);
  for (let i = 0; i < terms; i += 1) inverse[i * terms + i] = 1 / ridge;
  let logDeterminant = terms * Math.log(ridge);
  const product = new Float64Array(terms);
  const times: Information['times'] = (f, target) => {
    for (let i = 0; i < terms; i += 1) {
      let sum = 0;
      for (let j = 0; j < terms; j += 1) sum += (inverse[i * terms + j] ?? 0) * (f[j] ?? 0);
      target[i] = sum;
    }
  };
  return {
    logDeterminant: () => logDeterminant,
    times,
    update: (f, sign) => {
      times(f, product);
      const scale = 1 + sign * dot(f, product);
      logDeterminant += Math.log(scale);
      for (let i = 0; i < terms; i += 1) {
        const factor = (sign * (product[i] ?? 0)) / scale;
        for (let j = 0; j < terms; j += 1) {
          inverse[i * terms + j] = (inverse[i * terms + j] ?? 0) - factor * (product[j] ?? 0);
        }
      }
    },
  };
}

/** Sum of products. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
