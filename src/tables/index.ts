/** Design and results tables. */
export * from './csv-files.ts';
export { unguardText } from './formula-guard.ts';
export { tableCell } from './table-cell.ts';
export * from './tables.ts';
