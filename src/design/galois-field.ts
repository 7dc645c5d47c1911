/** A finite field; its elements are 0 .. order-1, 0 and 1 among them with their usual meaning. */
export interface GaloisField {
  readonly order: number;
  readonly add: (a: number, b: number) => number;
  readonly subtract: (a: number, b: number) => number;
  readonly multiply: (a: number, b: number) => number;
  readonly inverse: (a: number) => number;
  /** 0 for 0, 1 for a square, -1 otherwise; every element is a square where the order is even. */
  readonly character: (a: number) => number;
}

/** Largest order that fields are made of. */
export const largestField = 65_536;

/** @returns the prime whose power `order` is, with the exponent; undefined where it is no prime power */
export function primePower(order: number): readonly [prime: number, exponent: number] | undefined {
  if (!Number.isInteger(order) || order < 2) return undefined;
  let prime = 2;
  while (prime * prime <= order && order % prime !== 0) prime += 1;
  if (order % prime !== 0) return [order, 1];
  let exponent = 0;
  let rest = order;
  for (; rest % prime === 0; rest /= prime) exponent += 1;
  return rest === 1 ? [prime, exponent] : undefined;
}

/**
 * The field of `order` elements, each written as a polynomial over the prime field with its digits as coefficients.
 * @returns undefined where `order` isn't a prime power of at most {@link largestField}
 */
export function createGaloisField(order: number): GaloisField | undefined {
  const power = order <= largestField ? primePower(order) : undefined;
  if (!power) return undefined;
  const [prime] = power;
  /** a + times b, digit by digit. */
  const combine = (a: number, b: number, times: number): number => {
    let sum = 0;
    for (let place = 1; place < order; place *= prime) {
      const own = Math.floor(a / place) % prime;
      sum += ((own + times * (Math.floor(b / place) % prime)) % prime) * place;
    }
    return sum;
  };
  const powers = primitivePowers(order, prime, combine);
  const logarithms = new Int32Array(order);
  powers.forEach((element, exponent) => (logarithms[element] = exponent));
  const raise = (exponent: number): number => powers[exponent % (order - 1)] ?? 0;
  return {
    order,
    add: (a, b) => combine(a, b, 1),
    subtract: (a, b) => combine(a, b, prime - 1),
    multiply: (a, b) =>
      a === 0 || b === 0 ? 0 : raise((logarithms[a] ?? 0) + (logarithms[b] ?? 0)),
    inverse: (a) => raise(order - 1 - (logarithms[a] ?? 0)),
    character: (a) => (a === 0 ? 0 : prime === 2 || (logarithms[a] ?? 0) % 2 === 0 ? 1 : -1),
  };
}

/** Powers 0 .. order-2 of an element that gives all others, found by trying what x^exponent may be replaced by. */
function primitivePowers(
  order: number,
  prime: number,
  combine: (a: number, b: number, times: number) => number,
): readonly number[] {
  const top = order / prime;
  for (let replacement = 1; replacement < order; replacement += 1) {
    const powers: number[] = [];
    const seen = new Set<number>([0]);
    for (let element = 1; !seen.has(element);) {
      powers.push(element);
      seen.add(element);
      const carry = Math.floor(element / top);
      element = combine((element % top) * prime, replacement, carry);
    }
    if (powers.length === order - 1) return powers;
  }
  throw new RangeError(`Expected a prime power, got ${order}`);
}
