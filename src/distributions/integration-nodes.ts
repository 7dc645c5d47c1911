import type { Distribution } from './distribution.ts';
import { nodesBetween } from './gauss-legendre.ts';

/** Values of a distribution with weights that sum to 1: an expected value is the weighted sum. */
export interface IntegrationNodes {
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

/** Double exponential nodes over a half of all probability. */
const step = 1 / 32;
const reach = 4.5;

/** Panels of an open tail: how much wider each is than the one before, and how many there are at most. */
const growth = 1.05;
const mostPanels = 120;

/**
 * Nodes for expected values of smooth functions of a continuous distribution that grow at most as its value to the given power. Up to the median, and
 * beyond it where the support ends, they lie at probabilities, which takes densities that are infinite at an end; an open upper tail has
 * them at values, as probabilities near 1 have too few digits for it.
 */
export function integrationNodes(distribution: Distribution, power: number): IntegrationNodes {
  const { quantile, support } = distribution;
  const found: [number, number][] = [];
  const isOpen = support[1] === Infinity;
  for (let node = -reach / step; node <= reach / step; node += 1) {
    const t = node * step;
    const decay = Math.exp(-Math.PI * Math.sinh(Math.abs(t)));
    const small = decay / (1 + decay);
    const half = (t < 0 ? small : 1 - small) / 2;
    const weight = (step * Math.PI * Math.cosh(t) * small * (1 - small)) / 2;
    if (!(weight > 0) || half < Number.MIN_VALUE) continue;
    found.push([quantile(half), weight]);
    if (!isOpen) found.push([quantile(1 - half), weight]);
  }
  if (isOpen) found.push(...openTail(distribution, power));
  const total = found.reduce((sum, [, weight]) => sum + weight, 0);
  return {
    values: Float64Array.from(found, ([value]) => value),
    weights: Float64Array.from(found, ([, weight]) => weight / total),
  };
}

/** Panels above the median, the first of half a standard deviation, until what is beyond adds nothing. */
function openTail(
  { quantile, pdf, variance }: Distribution,
  power: number,
): readonly [number, number][] {
  const median = quantile(0.5);
  const sd = Math.sqrt(variance);
  const found: [number, number][] = [];
  let largest = 0;
  let from = median;
  for (let panel = 0; panel < mostPanels; panel += 1) {
    const to = from + (sd / 2) * growth ** panel;
    const own = nodesBetween(from, to).map(({ x, weight }): [number, number] => [
      x,
      weight * pdf(x),
    ]);
    found.push(...own);
    const part = own.reduce((sum, [x, weight]) => sum + weight * ((x - median) / sd) ** power, 0);
    largest = Math.max(largest, part);
    if (panel > 4 && part < 1e-18 * largest) break;
    from = to;
  }
  return found;
}
