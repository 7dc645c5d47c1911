import { layout, readSharing, type Store } from '../../store/index.ts';
import { jobsWithoutRuns } from '../../study/amend/without-runs.ts';
import type { Plan } from '../../study/plan.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';
import type { ChosenWithdrawn } from './choose-withdrawn.ts';

/** The jobs that would be started, without the runs that are withdrawn. */
export function jobsLeft(
  plan: Plan,
  jobs: Plan['jobs'],
  { withdraws }: ChosenWithdrawn,
): readonly Plan['jobs'][number][] {
  const left = jobsWithoutRuns({ ...plan, jobs }, new Set(withdraws));
  return left.filter(({ expectedRuns }) => expectedRuns > 0);
}

/** Jobs of the plan that were never prepared, and aren't left to others. */
export async function jobsNotStarted(
  store: Store,
  { studyId, plan }: PlannedStoredStudy,
): Promise<PlannedStoredStudy['plan']['jobs']> {
  const { objects } = await store.study(studyId).list(layout.allJobs);
  const names = new Set(objects);
  const { leftOut } = await readSharing(store.study(studyId));
  const isOut = (jobNumber: number): boolean =>
    names.has(`${jobNumber}.json`) || leftOut.includes(jobNumber);
  return plan.jobs.filter(({ jobNumber, expectedRuns }) => expectedRuns > 0 && !isOut(jobNumber));
}
