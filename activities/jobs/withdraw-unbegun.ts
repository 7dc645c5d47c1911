import type { OutcomeChange, StudyTarget } from '../../src/run/messages.ts';
import { attemptsByRun, mayRunAgain, spentBefore } from '../../src/run/attempts.ts';
import { countLatest } from '../../src/run/count-outcomes.ts';
import { mergeOutcomes, reasonOf, type RunOutcome } from '../../src/run/run-outcome.ts';
import { keepOutcomes, readAttempts } from '../../src/store/index.ts';
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
  const withdrawn = new Set(
    [...mergeOutcomes(outcomes).values()].flatMap((latest) => {
      const own = attempts.get(latest.run) ?? [];
      const before = spentBefore(latest, own);
      return mayRunAgain(latest, before, study.execution.retries) ? neverBegun(own) : [];
    }),
  );
  const left = outcomes.map((ofJob) => ofJob.filter((outcome) => !withdrawn.has(outcome)));
  // The latest attempts go last: until then a repeat finds them, and what is left before them.
  for (const [place, ofJob] of outcomes.entries()) {
    const [first] = ofJob;
    const kept = left[place] ?? [];
    if (first === undefined || kept.length === ofJob.length) continue;
    await keepOutcomes(folder, first.jobNumber, kept);
  }
  return { left: countLatest(left, plan.runCount) };
}

/** The last attempts of a run, back to one that began: several clusters may have been lost before it could. */
function neverBegun(attempts: readonly RunOutcome[]): readonly RunOutcome[] {
  const begun = attempts.findLastIndex((attempt) => reasonOf(attempt) !== 'not-started');
  return attempts.slice(begun + 1);
}
