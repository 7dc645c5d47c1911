/** Which of a study's files a run ran with, as readers are told. */
import { firstRevision, madeAs, revisionOf } from './first-revision.ts';
import type { RunOutcome } from './run-outcome.ts';

/** The files that runs run with, in words. @param revision absent: those that the study was started with */
export function revisionWords(revision: number | undefined): string {
  return revision === undefined || revision === firstRevision
    ? "the study's own files"
    : `revision ${revision} of the study's files`;
}

/** Done runs that ran with the same files. */
export interface RunsOfRevision {
  readonly revision: number;
  readonly runs: number;
}

/** How many done runs ran with which of the study's files, the first files first. */
export function countRevisions(outcomes: Iterable<RunOutcome>): readonly RunsOfRevision[] {
  const counts = new Map<number, number>();
  for (const outcome of outcomes) {
    if (outcome.status !== 'Done') continue;
    counts.set(madeAs(outcome), (counts.get(madeAs(outcome)) ?? 0) + 1);
  }
  return [...counts]
    .map(([revision, runs]) => ({ revision, runs }))
    .sort((a, b) => a.revision - b.revision);
}

/** Such as `15 runs with the study's own files, 1 run with revision 2 of the study's files`. */
export function revisionCounts(revisions: readonly RunsOfRevision[]): string {
  return revisions
    .map(
      ({ revision, runs }) =>
        `${runs} ${runs === 1 ? 'run' : 'runs'} with ${revisionWords(revision)}`,
    )
    .join(', ');
}

/** What is said where done runs ran with different files: what is made of all of them together, such as a mean, mixes them. */
export function noteMixedFiles(outcomes: Iterable<RunOutcome>): readonly string[] {
  const revisions = countRevisions(outcomes);
  if (revisions.length < 2) return [];
  return [
    `the done runs ran with different files (${revisionCounts(revisions)}): statistics and findings are made of all of them together, and the column "revision" of the results says which is which`,
  ];
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
