/** How people name one run of a study. */
import { UsageError } from '../../errors.ts';
import type { Plan } from '../../study/plan.ts';
import { exitCodes } from '../exit-codes.ts';
import type { StoredStudy } from './stored-study.ts';

/**
 * The error for a run that nothing was collected of, and that no job holds, exit code 6: whether there is such a run at all, and whether it may still
 * come, is known.
 */
export function noSuchRun(
  { studyId, ended }: Pick<StoredStudy, 'studyId' | 'ended'>,
  run: number,
  { includesNominalRun, runCount }: Pick<Plan, 'includesNominalRun' | 'runCount'>,
): UsageError {
  const first = includesNominalRun ? 0 : 1;
  const message =
    run < first || run > runCount
      ? `There is no run ${run} of ${studyId}: it has runs ${first} to ${runCount}`
      : ended === undefined
        ? `Run ${run} of ${studyId} was not submitted yet`
        : `Run ${run} of ${studyId} was not collected, and the study has ended: ${ended.state}`;
  return new UsageError('USAGE_RUN', message, {
    exitCode: exitCodes.notFound,
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
