/** Outputs out of a run's files, read strictly. */
export * from './extract-outputs.ts';
export * from './read-anew.ts';
export * from './run-judges.ts';
export * from './uncollected-outputs.ts';
export * from './wanted-files.ts';
