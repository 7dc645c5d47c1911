import { layout } from './layout.ts';
import type { StoredObject } from '../objects/index.ts';

/** Tables of the results that a finding of type `file` can put on the platform. */
const tables: readonly StoredObject[] = [
  layout.resultsTable,
  layout.designTable,
  layout.runsTable,
  layout.statistics,
];

/** The table of this name; undefined where a finding can't be that. */
export function findingTable(name: string): StoredObject | undefined {
  return tables.find((table) => table.name === name);
}
