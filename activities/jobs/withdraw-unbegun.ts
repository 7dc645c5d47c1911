import type { OutcomeChange, StudyTarget } from '../../src/run/messages.ts';
import { attemptsByRun, mayRunAgain, spentBefore } from '../../src/run/attempts.ts';
import { countLatest } from '../../src/run/count-outcomes.ts';
import { mergeOutcomes, reasonOf, type RunOutcome } from '../../src/run/run-outcome.ts';
import { keepOutcomes, readAttempts, readOutcomesOfJob } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Withdraws, of a study that was stopped, the runs that the platform never started and that would have run again but for the stop: their attempts
 * never were, so they have no outcome. Repeated, it finds none and counts the same.
 */
export async function withdrawUnbegun(
  { store, studyCache }: ActivityDependencies,
  { studyId }: StudyTarget,
  _run: ActivityRun,
): Promise<{ readonly left: OutcomeChange }> {
  const folder = store.study(studyId);
  const { study, plan } = await studyCache.get(studyId);
  const outcomes = await readAttempts(folder);
  const attempts = attemptsByRun(outcomes);
  const unbegun = [...mergeOutcomes(outcomes).values()].filter((latest) => {
    const before = spentBefore(latest, attempts.get(latest.run) ?? []);
    return (
      reasonOf(latest) === 'not-started' && mayRunAgain(latest, before, study.execution.retries)
    );
  });
  const isWithdrawn = ({ run, attempt }: RunOutcome): boolean =>
    unbegun.some((one) => one.run === run && one.attempt === attempt);
  for (const jobNumber of new Set(unbegun.map((one) => one.jobNumber))) {
    const ofJob = (await readOutcomesOfJob(folder, jobNumber)) ?? [];
    await keepOutcomes(
      folder,
      jobNumber,
      ofJob.filter((outcome) => !isWithdrawn(outcome)),
    );
  }
  const left = outcomes.map((ofJob) => ofJob.filter((outcome) => !isWithdrawn(outcome)));
  return { left: countLatest(left, plan.runCount) };
}
