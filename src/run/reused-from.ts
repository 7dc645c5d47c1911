/** Where the result of a run came from that wasn't run, as readers are told. */
import type { RunOutcome } from './run-outcome.ts';

type Sourced = Pick<RunOutcome, 'reusedFrom'>;

/** Such as `beam-20260101-120000/17`, which all commands take; empty for a run that was run. */
export function sourceText({ reusedFrom }: Sourced): string {
  return reusedFrom === undefined ? '' : `${reusedFrom.studyId}/${reusedFrom.run}`;
}

/** True where a finished run of another study stands for some: only then does a table say which. */
export function hasReused(outcomes: Iterable<Sourced>): boolean {
  for (const { reusedFrom } of outcomes) if (reusedFrom !== undefined) return true;
  return false;
}

/** The column that says where a row came from; another name where a variable of the study has this one. */
export function sourceColumn(variables: readonly { readonly name: string }[]): string {
  let column = 'reusedFrom';
  while (variables.some(({ name }) => name.toLowerCase() === column.toLowerCase())) {
    column = `run_${column}`;
  }
  return column;
}
