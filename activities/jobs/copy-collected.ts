import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { besidesLoose, publishRuns } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Copies what was collected of runs to where the study's owner wants the results, so that little is left to copy at its end. A copy that can't be
 * made is no fault yet: the study's end tries once more, and tells it.
 */
export async function copyCollected(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  studyId: string,
  outcomes: readonly RunOutcome[],
  { signal, show }: Pick<ActivityRun, 'signal' | 'show'>,
): Promise<void> {
  const { resultsDir } = (await studyCache.get(studyId)).snapshot;
  if (resultsDir === undefined) return;
  try {
    const onRun = (copied: number, of: number): void => {
      signal.throwIfAborted();
      show({ copying: { copied, of } });
    };
    const folder = store.study(studyId);
    const attempts = await besidesLoose(folder, outcomes);
    await publishRuns(folder, resultsDir, attempts, { onRun, keepsCopies: true });
  } catch {
    signal.throwIfAborted();
  }
}
