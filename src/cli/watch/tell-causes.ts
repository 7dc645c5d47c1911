/** Why runs failed, in words that fit the counts beside them. Pure. */
import { withoutStopped } from '../../run/stopped-runs.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { causeWords, type FailureCause } from '../../run/failure-causes.ts';

/** The reasons with their counts, the most frequent first, without what was stopped: that has not failed by itself. */
export function failuresOf({ failures }: StudyProgress): StudyProgress['failures'] {
  return withoutStopped(failures)
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** The word before the causes: runs that run again are told by their failed attempts. */
export function failedWord({ runs }: StudyProgress): string {
  return (runs.repeated ?? 0) > 0 ? 'failed so far' : 'failed';
}

/**
 * The first causes, and how many failed runs have others; undefined where none was read, or what was read doesn't fit the counts, as it was read
 * before them.
 */
export function tellCauses(
  progress: StudyProgress,
  causes: readonly FailureCause[],
  atMost: number,
): { readonly words: readonly string[]; readonly more: number } | undefined {
  const all = failuresOf(progress).reduce((sum, { count }) => sum + count, 0);
  const read = causes.reduce((sum, { runs }) => sum + runs, 0);
  if (all === 0 || read === 0 || read > all) return undefined;
  const shown = causes.slice(0, atMost);
  const told = shown.reduce((sum, { runs }) => sum + runs, 0);
  // What was read while runs ran again may be told later than that.
  const isRepeating = (progress.runs.repeated ?? 0) > 0;
  const words = shown.map(({ retried, ...cause }) =>
    causeWords({ ...cause, ...(retried === true && isRepeating && { retried }) }),
  );
  return { words, more: all - told };
}
