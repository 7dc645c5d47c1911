import type { RowStructure } from '../../design/index.ts';
import { rowStructureOf, type StudyStructure } from '../study-table.ts';

/** Rows that don't follow the distributions of the inputs: what they share or have on average is theirs only. */
const chosen = (method: string, results: string): string =>
  `runs of a ${method} design aren't drawn from the distributions of the inputs: ${results} are of these rows only`;

/** By structure: why results over all rows aren't those of independent runs; absent where they are, or are known better. */
const doubts: Readonly<
  Record<RowStructure, ((method: string, results: string) => string) | undefined>
> = {
  independent: undefined,
  even: undefined,
  balanced: chosen,
  'one-at-a-time': chosen,
  trajectories: chosen,
  'pick-freeze': (method, results) =>
    `rows of a ${method} design share values of inputs, but intervals count each row by itself: ${results} may be off by more than their intervals`,
};

/** Whether the rows are those that a design chose rather than a sample. */
export function hasChosenRows(structure: StudyStructure | undefined): boolean {
  const rows = rowStructureOf(structure);
  return rows !== undefined && doubts[rows] === chosen;
}

/** Why results that take the rows for a sample of the inputs can't be trusted; false where they can. @param results such as `shares` */
export function doubtInRows(
  structure: StudyStructure | undefined,
  results: string,
): string | false {
  const rows = rowStructureOf(structure);
  const doubt = rows && doubts[rows];
  return doubt !== undefined && structure !== undefined && doubt(structure.method, results);
}
