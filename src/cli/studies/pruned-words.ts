import { UsageError } from '../../errors.ts';
import { pathWord } from '../../quote-shell.ts';
import type { PrunedStudy } from '../../store/index.ts';

/** `pruned on 2026-11-28 by ann`, and that something is left where its removal was cut off. */
export function prunedWords({ prunedAt, by, finishedAt }: PrunedStudy): string {
  const words = `pruned on ${prunedAt.slice(0, 10)} by ${by}`;
  return finishedAt === undefined ? `${words}; something of it is left` : words;
}

/** The error for who asks after a study that was pruned. */
export function studyPruned(record: PrunedStudy): UsageError {
  const { studyId, archive, resultsDir, finishedAt } = record;
  const rest = finishedAt === undefined ? ['Remove what is left: doeflow prune'] : [];
  const copy =
    archive === undefined
      ? []
      : [
          `Its archived copy: doeflow results ${studyId} --archive ${pathWord(archive.destination)}`,
        ];
  const results =
    resultsDir === undefined ? [] : [`The copy of its results was left alone: ${resultsDir}`];
  return new UsageError(
    'USAGE_STUDY_PRUNED',
    `Study ${studyId} was ${prunedWords(record)}: its records and files are no longer in the store`,
    {
      exitCode: 6,
      hint:
        [...copy, ...results, ...rest].join('. ') || 'There is no other copy that doeflow knows of',
    },
  );
}
