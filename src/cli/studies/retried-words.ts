import type { RetryAnswer, StudyProgress } from '../../run/messages.ts';
import { revisionWords } from '../../run/revision-of.ts';
import { countOf } from '../format-quantities.ts';

/**
 * What an open study makes of a request to run runs again, as a sentence. An equal request that is under way may have found nothing either: then none runs again.
 * @param progress of the study before it was asked; absent where it didn't answer
 * @param lacksNominal its nominal run, which its counts don't have, has failed
 */
export function retriedWords(
  studyId: string,
  { runs, already, revision }: RetryAnswer,
  {
    progress,
    lacksNominal = false,
  }: {
    readonly progress?: Pick<StudyProgress, 'runs'> | undefined;
    readonly lacksNominal?: boolean;
  },
): string {
  const files = revisionWords(revision);
  // Runs that were stopped before they began run again, too, and none of them has failed.
  const isAny = runs > 0 || lacksNominal || (progress?.runs.repeated ?? 0) > 0;
  if (already === true && isAny) {
    const which = runs === 0 ? studyId : `${countOf(runs, 'run')} of ${studyId}`;
    return `These runs are being run again already, with ${files}, so nothing more was asked for: ${which}.`;
  }
  if (runs > 0) return `${countOf(runs, 'run')} of ${studyId} will run again, with ${files}.`;
  return lacksNominal
    ? `The nominal run of ${studyId} will run again, with ${files}.`
    : `No run of ${studyId} has failed so far, so none runs again.`;
}
