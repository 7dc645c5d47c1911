/** Analysis of a table and the summary document. */
export * from './analyse-in-thread.ts';
export * from './analyse-table.ts';
export * from './compute-findings.ts';
export * from './count-cost.ts';
export * from './counts-at-end.ts';
export * from './describe-findings.ts';
export { readAnalysedTable, type AnalysedTable } from './read-analysed-table.ts';
export * from './with-planned-runs.ts';
export * from './read-plain-table.ts';
export * from './statistics-schema.ts';
export * from './study-table.ts';
export * from './summary-document.ts';
