import { createGaloisField, primePower, type GaloisField } from './galois-field.ts';

/** An orthogonal array: in any `strength` of its columns each combination of levels comes equally often. */
export interface OrthogonalColumns {
  readonly rows: number;
  readonly name: string;
  /** Level of a row in a column, from 0. */
  readonly at: (row: number, column: number) => number;
}

/** Most rows of an orthogonal array. */
const mostRows = 1_000_000;

/**
 * The array with the fewest rows of those that are built here.
 * @param levels a prime power
 * @returns undefined where none has so many columns
 */
export function findOrthogonalColumns(
  columns: number,
  levels: number,
  strength: number,
): OrthogonalColumns | undefined {
  const field = levels <= 256 ? createGaloisField(levels) : undefined;
  if (!field) return undefined;
  if (strength > 2) {
    const rows = levels ** strength;
    return columns <= levels + 1 && strength <= levels && rows <= mostRows
      ? { rows, name: 'Bush', at: bush(field, strength) }
      : undefined;
  }
  if (columns > levels + 1 && columns <= 2 * levels + 1 && levels % 2 === 1) {
    return {
      rows: 2 * levels * levels,
      name: 'Addelman and Kempthorne',
      at: addelmanKempthorne(field),
    };
  }
  for (let digits = 2; levels ** digits <= mostRows; digits += 1) {
    if (columns > (levels ** digits - 1) / (levels - 1)) continue;
    return {
      rows: levels ** digits,
      name: digits === 2 ? 'Bose' : 'Rao and Hamming',
      at: linear(field, columns, digits),
    };
  }
  return undefined;
}

/** The prime power nearest to a number that isn't one; the larger one of two. */
export function nearestPrimePower(wanted: number): number {
  for (let distance = 0; ; distance += 1) {
    if (primePower(wanted + distance)) return wanted + distance;
    if (primePower(wanted - distance)) return wanted - distance;
  }
}

/** Digits of a row in base `order`, the first one fastest. */
function digitOf(row: number, order: number, place: number): number {
  return Math.floor(row / order ** place) % order;
}

/**
 * Linear forms of the row's digits, one for each direction; columns of single digits come first.
 * @see R. C. Bose (1938), Sankhya 3, 323-338; C. R. Rao (1947), Supplement to the J. of the Royal Statistical Society 9, 128-139
 */
function linear(
  { order, add, multiply }: GaloisField,
  columns: number,
  digits: number,
): OrthogonalColumns['at'] {
  const forms: number[][] = [];
  const isSingle = (form: readonly number[]): boolean => form.filter((c) => c !== 0).length === 1;
  for (let index = 1; index < order ** digits && forms.length < columns + digits; index += 1) {
    const form = Array.from({ length: digits }, (_, place) => digitOf(index, order, place));
    if (form.find((coefficient) => coefficient !== 0) === 1 && !isSingle(form)) forms.push(form);
  }
  const singles = Array.from({ length: digits }, (_, place) =>
    Array.from({ length: digits }, (_unused, other) => (other === place ? 1 : 0)),
  );
  const all = [...singles, ...forms];
  return (row, column) =>
    (all[column] ?? []).reduce(
      (sum, coefficient, place) => add(sum, multiply(coefficient, digitOf(row, order, place))),
      0,
    );
}

/**
 * Polynomials of degree below `strength`, whose coefficients are the row's digits, at each element of the field; the last column is the
 * leading coefficient.
 * @see K. A. Bush (1952), doi:10.1214/aoms/1177729387
 */
function bush({ order, add, multiply }: GaloisField, strength: number): OrthogonalColumns['at'] {
  return (row, column) => {
    if (column === order) return digitOf(row, order, strength - 1);
    let value = 0;
    for (let place = strength - 1; place >= 0; place -= 1) {
      value = add(multiply(value, column), digitOf(row, order, place));
    }
    return value;
  };
}

/**
 * 2 s^2 rows and up to 2 s + 1 columns for odd s, from a difference scheme of order 2 s: x y + x^2 and its like with a non-square, so
 * that differences of columns meet squares in one half of the rows and non-squares in the other.
 * @see S. Addelman, O. Kempthorne (1961), doi:10.1214/aoms/1177704866
 */
function addelmanKempthorne(field: GaloisField): OrthogonalColumns['at'] {
  const { order, add, subtract, multiply, inverse, character } = field;
  const nonSquare = Array.from({ length: order }, (_, element) => element).find(
    (element) => character(element) === -1,
  );
  const u = nonSquare ?? 0;
  const quarter = inverse(add(add(1, 1), add(1, 1)));
  /** Coefficients of x^2, x y and y^2, by half of the rows and half of the columns. */
  const forms = [
    [
      [1, 1, 0],
      [0, 1, 0],
    ],
    [
      [u, 1, subtract(multiply(quarter, inverse(u)), quarter)],
      [0, u, subtract(quarter, multiply(quarter, u))],
    ],
  ];
  return (row, column) => {
    const half = Math.floor(row / order ** 2);
    const x = Math.floor(row / order) % order;
    if (column === 2 * order) return x;
    const y = column % order;
    const [xx = 0, xy = 0, yy = 0] = forms[half]?.[Math.floor(column / order)] ?? [];
    const squares = add(multiply(xx, multiply(x, x)), multiply(yy, multiply(y, y)));
    return add(add(squares, multiply(xy, multiply(x, y))), row % order);
  };
}
