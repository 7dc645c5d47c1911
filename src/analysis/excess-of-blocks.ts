/** With so many inputs or more, groups of three and four columns of Sobol's sequence are tied to each other with any number of base samples. */
const manyInputs = 5;

/** By how much errors may exceed the bootstrap interval there. */
const excess = 3;

/**
 * How many times as wide as by the bootstrap the intervals of Sobol' indices are, so that they hold in nine of ten studies: of responses of five
 * and more inputs that interact, 95 % intervals by the bootstrap miss the truth in up to every study (docs/measurements-designs.md).
 */
export function excessOfBlocks(inputs: number): number {
  return inputs < manyInputs ? 1 : excess;
}
