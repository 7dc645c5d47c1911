/** What is worth telling of a study's end. Pure. */
import type { StudyProgress, StudyResult } from '../../run/messages.ts';
import { causeOf } from '../../run/retry-policy.ts';

/** Whether other files may mend what failed: neither what somebody stopped nor what the platform did to a run is theirs. */
export function mayBeFilesFault(failures: StudyProgress['failures']): boolean {
  return failures.some(({ reason, count }) => {
    const cause = causeOf(reason);
    // Other files don't change an expression, and it gives the same for the same outputs.
    if (reason === 'expression') return false;
    return count > 0 && cause !== undefined && cause !== 'platform';
  });
}

/** Whether the limit of failed runs says something of the end: where the study was stopped, that is why it isn't done. */
export function limitIsTold({ state, runs }: Pick<StudyResult, 'state' | 'runs'>): boolean {
  return runs.failed > 0 && state !== 'Stopped';
}
