/** How far a study is with the jobs of its plan. Pure. */
import type { JobLedgerState } from './job-state.ts';
import type { StudyLedgerState } from './study-state.ts';

/** Which planned jobs haven't been submitted. */
export interface PlannedJobs {
  /** Those up to `nextPlanned` that were taken back before they were submitted: a resumed study starts them. */
  readonly takenBack: readonly number[];
  /** How many are still to be started. */
  readonly left: number;
}

/** Gives back which planned jobs haven't been submitted. */
export function plannedJobs(
  { plan, onlyRequests }: Pick<StudyLedgerState, 'plan' | 'onlyRequests'>,
  { nextPlanned, replanned, withdrawn }: JobLedgerState,
): PlannedJobs {
  const planned = plan?.jobs ?? 0;
  const { isLeftOut, countFrom } = leftOutOf(plan);
  // A retry that was taken back is no planned job: its runs are still failed, and can be asked for again.
  const takenBack = [...replanned, ...withdrawn].filter(
    (jobNumber) => jobNumber <= planned && !isLeftOut(jobNumber),
  );
  const notTaken = Math.max(0, planned - nextPlanned + 1 - countFrom(nextPlanned));
  return {
    takenBack,
    left: onlyRequests ? 0 : notTaken + replanned.filter((one) => !isLeftOut(one)).length,
  };
}

/** The number of the job that is started next: of the plan, or of a retry; undefined when none is left. */
export function nextJob(
  study: Pick<StudyLedgerState, 'plan' | 'onlyRequests'>,
  jobs: JobLedgerState,
): number | undefined {
  return plannedJobs(study, jobs).left > 0 ? nextPlannedJob(study, jobs) : jobs.queuedRetries[0];
}

/** The number of the planned job that is started next, where one is left. */
export function nextPlannedJob(
  { plan }: Pick<StudyLedgerState, 'plan'>,
  { replanned, nextPlanned }: Pick<JobLedgerState, 'replanned' | 'nextPlanned'>,
): number {
  const { isLeftOut } = leftOutOf(plan);
  const again = replanned.find((jobNumber) => !isLeftOut(jobNumber));
  if (again !== undefined) return again;
  let jobNumber = nextPlanned;
  while (isLeftOut(jobNumber)) jobNumber += 1;
  return jobNumber;
}

/** The planned jobs that aren't started, as other studies have some of their runs. */
function leftOutOf(plan: StudyLedgerState['plan']): {
  isLeftOut(jobNumber: number): boolean;
  /** How many of them have this number or a higher one. */
  countFrom(jobNumber: number): number;
} {
  const leftOut = plan?.leftOut ?? [];
  return {
    isLeftOut: (jobNumber) => leftOut.includes(jobNumber),
    countFrom: (first) => leftOut.filter((jobNumber) => jobNumber >= first).length,
  };
}
