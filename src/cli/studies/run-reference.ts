/** How people name one run of a study. */
import { UsageError } from '../../errors.ts';

/** The error for a run that no job holds, exit code 6. */
export function noSuchRun(studyId: string, run: number): UsageError {
  const message = `Run ${run} of ${studyId} was not submitted yet, or does not exist`;
  return new UsageError('USAGE_RUN', message, {
    exitCode: 6,
    hint: `doeflow status ${studyId}`,
  });
}

/** `STUDY` or `STUDY/RUN`. */
export function parseReference(reference: string): {
  readonly study: string;
  readonly run?: number;
} {
  const match = /^(.+)\/([0-9]{1,9})$/u.exec(reference);
  return match === null ? { study: reference } : { study: match[1] ?? '', run: Number(match[2]) };
}
