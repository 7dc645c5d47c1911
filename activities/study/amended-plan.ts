import type { AmendedPlan } from '../../src/run/amend-messages.ts';
import { limitOf } from '../../src/run/failure-limit.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { hasToRun, notDoneAnew } from '../../src/run/not-done-anew.ts';
import { findCostLimit, readAskedAgain } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { addedRuns } from './added-runs.ts';
import { leftOutRuns } from './left-out-runs.ts';

/**
 * What a study under way must know of its plan as it was amended last.
 * @param outcomes of its jobs
 */
export async function amendedPlan(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  studyId: string,
  outcomes: readonly (readonly RunOutcome[])[],
): Promise<AmendedPlan> {
  const { study, plan } = await studyCache.get(studyId);
  const { maxConcurrentJobs, maxFailedRuns, onLimit, guards } = study.execution;
  const limit = await findCostLimit(store.study(studyId), study);
  const known = new Set(outcomes.flat().map(({ run }) => run));
  const added = await addedRuns({ store, studyCache }, studyId, known);
  const again = notDoneAnew(await readAskedAgain(store.study(studyId)), outcomes).filter(hasToRun);
  return {
    ...{ runCount: plan.runCount, maxConcurrentJobs, onLimit, guards },
    maxFailedRuns: limitOf(maxFailedRuns, plan.runCount),
    ...(limit === undefined ? {} : { hasCostLimit: true }),
    ...(added.length + again.length === 0 ? {} : { hasAdded: true }),
    ...(outcomes.flat().some(({ isUnread }) => isUnread === true) ? { readsAnew: true } : {}),
    ...(await leftOutRuns(store.study(studyId), plan, known)),
  };
}
