/** Results of studies: what a run left, read strictly; outcomes, tables, the store. Knows files, not the platform or Temporal. */
export * from './analyse-table.ts';
export * from './compute-findings.ts';
export * from './csv-files.ts';
export * from './extract-outputs.ts';
export * from './leave-behind.ts';
export * from './outcomes.ts';
export * from './read-analysed-table.ts';
export * from './run-marker.ts';
export * from './safe-join.ts';
export * from './snapshot-study.ts';
export * from './store.ts';
export * from './study-table.ts';
export * from './statistics-schema.ts';
export * from './summary-document.ts';
export * from './tables.ts';
export * from './wanted-files.ts';
export * from './wrap-command.ts';
