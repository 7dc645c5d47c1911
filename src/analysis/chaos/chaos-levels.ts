import { createDesign } from '../../design/index.ts';
import type { InputDistribution } from './polynomial-family.ts';
import type { PolynomialChaos } from './polynomial-chaos.ts';

/** Probability of a response's level by the expansion instead of the runs. */
export interface ChaosLevel {
  readonly response: number;
  /** Share of points with at most this value. */
  readonly probability: number;
  readonly exceedance: number;
}

/** Points of a scrambled Sobol' sequence at which an expansion is evaluated: a probability of 1e-4 is then known to a tenth or so. */
const points = 2 ** 17;

/** Points at a time. */
const blockSize = 4096;

/**
 * How often an expansion stays at or below each level when its inputs follow their distributions: small probabilities, where few runs or none got.
 * @param inputs names and distributions in the order of the expansion's inputs; they must be independent
 * @see Dakota Reference Manual, polynomial_chaos: samples_on_emulator
 */
export function chaosLevels(
  chaos: PolynomialChaos,
  inputs: readonly { readonly name: string; readonly distribution: InputDistribution }[],
  levels: readonly number[],
  seed: number,
): readonly ChaosLevel[] {
  const design = createDesign({
    method: 'sobol',
    runs: points,
    seed,
    variables: inputs.map(({ name, distribution }) => ({ name, source: distribution })),
    options: {},
  });
  const counts = levels.map(() => 0);
  for (let start = 0; start < points; start += blockSize) {
    const values = chaos.evaluate(design.block(start, blockSize));
    levels.forEach((level, index) => {
      const below = values.reduce((count, value) => (value <= level ? count + 1 : count), 0);
      counts[index] = (counts[index] ?? 0) + below;
    });
  }
  return levels.map((response, index) => {
    const probability = (counts[index] ?? 0) / points;
    return { response, probability, exceedance: 1 - probability };
  });
}
