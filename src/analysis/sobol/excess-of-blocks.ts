/** With so many inputs or more, groups of three and four columns of Sobol's sequence are tied to each other with any number of base samples. */
const manyInputs = 5;

/** By how much errors exceed the bootstrap interval there, in nine of ten studies of nearly all responses. */
const excess = 3;

/**
 * How many times as wide as by the bootstrap the intervals of Sobol' indices from one sequence are: of responses of five and more inputs that
 * interact, 95 % intervals by the bootstrap miss the truth in up to every study (docs/measurements-designs.md).
 */
export function excessOfBlocks(inputs: number): number {
  return inputs < manyInputs ? 1 : excess;
}

/** Why the intervals of blocks of one sequence can't be trusted where it has many inputs. */
export function tiesOfOneSequence(inputs: number): string | false {
  return (
    inputs >= manyInputs &&
    `with ${manyInputs} inputs or more, columns of one sequence are tied to each other, which its blocks don't show: blocks of 16 scramblings do (\`scramblings: 16\` in \`design\`, which new studies have)`
  );
}
