/** Outputs out of a run's files, read strictly. */
export * from './extract-outputs.ts';
export * from './run-judges.ts';
export * from './wanted-files.ts';
