import { directionBits } from './direction-data.ts';

/** Dimensions that have direction numbers. */
export const mostSobolDimensions = 1111;

/** The initial numbers of one dimension: its primitive polynomial's degree and inner coefficients, and m_1 .. m_s. */
interface Initial {
  readonly degree: number;
  readonly coefficients: number;
  readonly numbers: readonly number[];
}

/** Reads bits from a base64 text, most significant first. */
function createBitReader(text: string): (count: number) => number {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let position = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, position += 1) {
      const digit = alphabet.indexOf(text.charAt(Math.floor(position / 6)));
      value = value * 2 + ((digit >> (5 - (position % 6))) & 1);
    }
    return value;
  };
}

let unpacked: readonly Initial[] | undefined;

function unpack(): readonly Initial[] {
  const read = createBitReader(directionBits);
  return Array.from({ length: mostSobolDimensions - 1 }, () => {
    const degree = read(4);
    const coefficients = read(degree - 1);
    const numbers = Array.from({ length: degree }, (_, index) => 2 * read(index) + 1);
    return { degree, coefficients, numbers };
  });
}

/**
 * The 32 direction numbers of a dimension, as 32-bit fractions.
 * @param dimension from 0, below {@link mostSobolDimensions}
 */
export function sobolDirections(dimension: number): Int32Array {
  const directions = new Int32Array(32);
  if (dimension === 0) return directions.map((_, bit) => 1 << (31 - bit));
  unpacked ??= unpack();
  const initial = unpacked[dimension - 1];
  if (initial === undefined)
    throw new RangeError(`Expected a dimension below 1111, got ${dimension}`);
  const { degree, coefficients, numbers } = initial;
  for (let bit = 0; bit < 32; bit += 1) {
    const own = numbers[bit];
    if (own !== undefined) {
      directions[bit] = own << (31 - bit);
      continue;
    }
    const oldest = directions[bit - degree] ?? 0;
    let value = oldest ^ (oldest >>> degree);
    for (let k = 1; k < degree; k += 1) {
      if ((coefficients >> (degree - 1 - k)) & 1) value ^= directions[bit - k] ?? 0;
    }
    directions[bit] = value;
  }
  return directions;
}
