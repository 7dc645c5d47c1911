import type { MethodDescription } from '../method-entry.ts';

/** The user's own rows, read in planning from the CSV that the study file names; other tools call it a list study. */
export const table: MethodDescription = {
  title: 'Table (list study)',
  kind: 'given',
  structure: 'independent',
  replacement: 'none',
  when: 'your own list of points, from a CSV with a column for each variable',
  runs: 'rows of the file',
  options: ['file', 'ignore'],
  otherNames: ['list', 'csv', 'file', 'custom', 'user', 'points', 'import', 'list_parameter_study'],
};
