/**
 * What the results mean: statistics on the columns of a study. Pure: knows no files, expressions or platform.
 */
export { moments, type Moments } from './moments.ts';
export { pearson } from './pearson.ts';
export { summariseStudy, type Correlation, type StudySummary } from './summarise-study.ts';
export type { StudyColumn, StudyTable } from './study-table.ts';
