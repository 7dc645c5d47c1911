import { integrationNodes, type Distribution } from '../../distributions/index.ts';

/** Values of degree 0 .. `degree` at a value. */
export type PolynomialValues = (x: number, degree: number) => Float64Array;

/** Degrees beyond this add rounding, and nothing that a study's runs could show. */
export const highestOwnDegree = 10;

/**
 * Polynomials that are orthonormal under a continuous distribution, by Stieltjes' procedure over nodes that are dense where the
 * distribution is: Laguerre's for Exponential, Jacobi's for Beta, and those without a name for all others.
 * @see W. Gautschi (2004), Orthogonal Polynomials: Computation and Approximation, ISBN 978-0-19-850672-0
 */
export function ownPolynomials(distribution: Distribution): PolynomialValues {
  const { mean, variance } = distribution;
  const sd = Math.sqrt(variance);
  const { values, weights } = integrationNodes(distribution, 2 * highestOwnDegree);
  const places = values.map((x) => (x - mean) / sd);
  const expect = (f: (node: number) => number): number =>
    weights.reduce((sum, weight, node) => sum + weight * f(node), 0);
  const centres: number[] = [];
  const lengths: number[] = [];
  let before = places.map(() => 0);
  let last = places.map(() => 1 / Math.sqrt(expect(() => 1)));
  for (let degree = 0; degree < highestOwnDegree; degree += 1) {
    const [own, previous] = [last, before];
    const centre = expect((node) => (places[node] ?? 0) * (own[node] ?? 0) ** 2);
    const back = lengths.at(-1) ?? 0;
    const next = places.map(
      (z, node) => (z - centre) * (own[node] ?? 0) - back * (previous[node] ?? 0),
    );
    const length = Math.sqrt(expect((node) => (next[node] ?? 0) ** 2));
    centres.push(centre);
    lengths.push(length);
    before = own;
    last = next.map((value) => value / length);
  }
  return (x, degree) => {
    const z = (x - mean) / sd;
    const found = new Float64Array(degree + 1).fill(1);
    for (let k = 0; k < degree; k += 1) {
      const back = k > 0 ? (lengths[k - 1] ?? 0) * (found[k - 1] ?? 0) : 0;
      found[k + 1] = ((z - (centres[k] ?? 0)) * (found[k] ?? 0) - back) / (lengths[k] ?? 1);
    }
    return found;
  };
}
