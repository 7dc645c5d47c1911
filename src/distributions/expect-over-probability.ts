/** Steps between nodes, and where the nodes end: beyond it a weight is below 1e-270. */
const step = 1 / 16;
const reach = 6;

/**
 * Integral of `f` over the probabilities 0 to 1 by the double exponential rule, which takes functions that grow at the ends, as quantiles
 * do. `f` is given p and 1 - p, of which the smaller one keeps its digits.
 * @see H. Takahasi, M. Mori (1974), doi:10.2977/prims/1195192451
 */
export function expectOverProbability(f: (p: number, q: number) => number): number {
  let sum = 0;
  for (let node = -reach / step; node <= reach / step; node += 1) {
    const t = node * step;
    const decay = Math.exp(-Math.PI * Math.sinh(Math.abs(t)));
    const small = decay / (1 + decay);
    const large = 1 / (1 + decay);
    const weight = Math.PI * Math.cosh(t) * small * large;
    if (weight === 0) continue;
    sum += weight * (t < 0 ? f(small, large) : f(large, small));
  }
  return sum * step;
}
