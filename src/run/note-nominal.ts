/** What is said of a nominal run that gave no result: it is in no count of runs, so nothing else tells. Pure. */
import { reasonOf, type RunOutcome } from './run-outcome.ts';
import { endedStateOf } from './run-state.ts';

const failed = 'The nominal run (run 0) failed, which no count of runs has';

/** The outcome of the nominal run where it failed or was stopped. @param outcomes those that count, one a run */
export function nominalWithoutResult(outcomes: Iterable<RunOutcome>): RunOutcome | undefined {
  return [...outcomes].find(({ run, status }) => run === 0 && status === 'Failed');
}

/** That it failed or was stopped, and why; none where it is done, or the study has none. @param outcomes those that count, one a run */
export function noteNominal(outcomes: Iterable<RunOutcome>): readonly string[] {
  const nominal = nominalWithoutResult(outcomes);
  if (nominal === undefined) return [];
  const { message = '' } = nominal;
  const why = message === '' ? '' : `: ${message}`;
  return [
    endedStateOf(nominal) === 'Stopped'
      ? `The nominal run (run 0) was stopped, which no count of runs has${why}`
      : `${failed}: ${reasonOf(nominal) ?? 'unknown'}${why}`,
  ];
}

/** Whether the notes of a study say that its nominal run failed. */
export function tellsNominalFailed(notes: readonly string[]): boolean {
  return notes.some((note) => note.startsWith(failed));
}
