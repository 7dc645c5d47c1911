/**
 * Distributions of single variables and the random streams that draw from them. Pure: knows no designs, files or platform.
 */
export {
  createDistribution,
  describeGenerator,
  generatorNames,
  kindOfGenerator,
} from './create-distribution.ts';
export { describeSettings } from './settings-reader.ts';
export { createPermutation, createPermutationFill } from './create-permutation.ts';
export { createStream, type Stream } from './create-stream.ts';
export type { Distribution } from './distribution.ts';
export { integrationNodes } from './integration-nodes.ts';
export { integrate } from './gauss-legendre.ts';
export { equallySpaced } from './linspace.ts';
export { createLevelPicker } from './on-levels.ts';
export { normalCdf } from './normal-cdf.ts';
export { normalQuantile } from './normal-quantile.ts';
export { chiSquareQuantile } from './chi-square.ts';
export { varianceRatioTail } from './variance-ratio.ts';
export { incompleteBeta } from './special/incomplete-beta.ts';
export { studentQuantile, studentTwoSided } from './student-t.ts';
