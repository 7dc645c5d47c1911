/** Design and results tables. */
export * from './csv-files.ts';
export { unguardText } from './formula-guard.ts';
export { PlainColumnsReader, type PlainColumns } from './plain-columns.ts';
export { tableCell } from './table-cell.ts';
export * from './tables.ts';
