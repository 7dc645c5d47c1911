/** Design and results tables. */
export * from './csv-files.ts';
export * from './tables.ts';
