/** A submit that the platform answered well, but shows nothing of. */
import type { StudyReporter } from './study-reporter.ts';

/** Looks at an empty history, each a silence after the last, before such a submit is believed to have had no effect. */
export const looksBeforeResubmit = 3;

/** Says what is waited for. @param looks at the empty history so far, in a row */
export function tellNotShown(reporter: StudyReporter, jobId: string, looks: number): void {
  reporter.trouble(
    `the platform answered that job ${jobId} is submitted, but its history is empty (look ${looks})`,
    'SUBMIT_NOT_SHOWN',
  );
}

/** Says that the job is submitted once more. */
export function tellResubmit(reporter: StudyReporter, jobId: string): void {
  reporter.note(
    `The platform took the submit of job ${jobId}, but showed nothing of it at ${looksBeforeResubmit} looks: it was submitted again`,
  );
}
