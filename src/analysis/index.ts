/**
 * What the results mean: statistics on the columns of a study. Pure: knows no files, expressions or platform.
 */
export { moments, type Moments } from './moments.ts';
export { factorialEffects, type FactorialEffect } from './factorial/factorial-effects.ts';
export { estimatorNames } from './estimator-trust.ts';
export { hypervolume } from './pareto-front.ts';
export { pearson } from './pearson.ts';
export { probabilityBelow, sampleQuantile, sortedFinite } from './quantiles.ts';
export { quadraticSurface, type ResponseSurface } from './response-surface.ts';
export { structureOfStudy, type AnalysedStudy } from './structure-of-study.ts';
export { summariseStudy, type Correlation, type StudySummary } from './summarise-study.ts';
export type { StudyColumn, StudyStructure, StudyTable } from './study-table.ts';
export { wilksSize } from './wilks.ts';
