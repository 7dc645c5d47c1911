/** Which of a study's files a run ran with, as readers are told. */
import type { RunOutcome } from './run-outcome.ts';

/** The number of the files that a study was started with. */
export const firstRevision = 1;

/** From 1, whose files are those that the study was started with. */
export function revisionOf({ revision }: Pick<RunOutcome, 'revision'>): number {
  return revision ?? firstRevision;
}

/** True where some ran with mended files: only then does a table say which is which. */
export function hasRevisions(outcomes: Iterable<Pick<RunOutcome, 'revision'>>): boolean {
  for (const outcome of outcomes) if (revisionOf(outcome) !== firstRevision) return true;
  return false;
}

/** The column that says which revision a run has; another name where a variable of the study has this one. */
export function revisionColumn(variables: readonly { readonly name: string }[]): string {
  let column = 'revision';
  while (variables.some(({ name }) => name.toLowerCase() === column)) column = `files_${column}`;
  return column;
}
