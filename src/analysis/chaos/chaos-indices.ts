import type { PolynomialChaos } from './polynomial-chaos.ts';

/** What a polynomial chaos says of a response when its inputs are independent. */
export interface ChaosIndices {
  readonly mean: number;
  readonly variance: number;
  /** Shares of the variance, one an input: alone, and with all its interactions. */
  readonly first: readonly number[];
  readonly total: readonly number[];
  /** Shares of two inputs together beyond each alone, largest first; those of nothing are left out. */
  readonly second: readonly { readonly j: number; readonly k: number; readonly value: number }[];
}

/**
 * Moments and Sobol' indices straight from the coefficients.
 * @returns undefined where no term but the constant was chosen
 * @see B. Sudret (2008), doi:10.1016/j.ress.2007.04.002
 */
export function chaosIndices({ terms, families }: PolynomialChaos): ChaosIndices | undefined {
  const parts = terms.map(({ degrees, coefficient }) => ({
    inputs: degrees.flatMap((degree, input) => (degree > 0 ? [input] : [])),
    share: coefficient ** 2,
  }));
  const sumOf = (keep: (inputs: readonly number[]) => boolean): number =>
    parts.reduce((sum, { inputs, share }) => (keep(inputs) ? sum + share : sum), 0);
  const variance = sumOf((inputs) => inputs.length > 0);
  if (!(variance > 0)) return undefined;
  const all = families.map((_, input) => input);
  const pairs = all.flatMap((k) => all.slice(0, k).map((j) => ({ j, k })));
  return {
    mean: terms.find(({ degrees }) => degrees.every((degree) => degree === 0))?.coefficient ?? 0,
    variance,
    first: all.map(
      (input) => sumOf((inputs) => inputs.length === 1 && inputs[0] === input) / variance,
    ),
    total: all.map((input) => sumOf((inputs) => inputs.includes(input)) / variance),
    second: pairs
      .map(({ j, k }) => ({
        j,
        k,
        value:
          sumOf((inputs) => inputs.length === 2 && inputs[0] === j && inputs[1] === k) / variance,
      }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value),
  };
}
