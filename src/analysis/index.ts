/**
 * What the results mean: statistics on the columns of a study. Pure: knows no files, expressions or platform.
 */
export { keepsConstraints } from './keeps-constraints.ts';
export { bestSoFar } from './best-so-far.ts';
export type { Correlation } from './correlations.ts';
export {
  biasedRuns,
  describeBias,
  describeTest,
  type FailureBias,
} from './failures/describe-bias.ts';
export { designSpread } from './design-spread.ts';
export type { Draws } from './draws.ts';
export { empiricalDistribution, type DistributionPoint } from './empirical-distribution.ts';
export { fitSampleSentence, fitSampleWords } from './fit-sample-words.ts';
export { groupMeans } from './group-means.ts';
export { interactionMeans } from './interaction-means.ts';
export { moments, type Moments } from './moments.ts';
export { factorialEffects, type FactorialEffect } from './factorial/factorial-effects.ts';
export {
  estimatorNames,
  type EstimatorName,
  type EstimatorTrust,
} from './judges/estimator-trust.ts';
export { hypervolume } from './pareto-front.ts';
export { pearson } from './pearson.ts';
export { probabilityBelow, sampleQuantile, sortedFinite } from './quantiles.ts';
export { quadraticSurface, type ResponseSurface } from './surface/response-surface.ts';
export { sampledDraws } from './sampled-draws.ts';
export { structureOfStudy, type AnalysedStudy } from './structure-of-study.ts';
export { summariseStudy, type StudySummary } from './summarise-study.ts';
export {
  numbersOf,
  type StudyColumn,
  type StudyStructure,
  type StudyTable,
} from './study-table.ts';
export { surfaceAt, surfaceGrid } from './surface/surface-values.ts';
export { wilksSize } from './wilks.ts';
