/** Degrees of a product of polynomials, one an input. */
export type MultiIndex = readonly number[];

/**
 * Products whose degrees' q-norm is at most `degree`, the constant first, then by total degree: q = 1 gives the full set of total degree,
 * less keeps few interactions of high degree.
 * @param highest degree of each input
 * @param most the set is given up, as undefined, where it would be larger
 * @see G. Blatman, B. Sudret (2011), doi:10.1016/j.jcp.2010.12.021
 */
export function hyperbolicSet(
  highest: readonly number[],
  degree: number,
  q: number,
  most: number,
): readonly MultiIndex[] | undefined {
  const found: MultiIndex[] = [];
  const bound = degree ** q * (1 + 1e-12);
  const extend = (start: readonly number[], spent: number): boolean => {
    const input = start.length;
    if (input === highest.length) {
      found.push(start);
      return found.length <= most;
    }
    for (let own = 0; own <= (highest[input] ?? 0); own += 1) {
      const next = spent + own ** q;
      if (own > 0 && next > bound) break;
      if (!extend([...start, own], next)) return false;
    }
    return true;
  };
  if (!extend([], 0)) return undefined;
  const total = (index: MultiIndex): number => index.reduce((sum, own) => sum + own, 0);
  return found.sort((a, b) => total(a) - total(b));
}
