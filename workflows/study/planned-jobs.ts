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
  // A retry that was taken back is no planned job: its runs are still failed, and can be asked for again.
  const takenBack = [...replanned, ...withdrawn].filter((jobNumber) => jobNumber <= planned);
  const notTaken = Math.max(0, planned - nextPlanned + 1);
  return {
    takenBack,
    left: onlyRequests ? 0 : notTaken + replanned.length,
  };
}

/** The number of the job that is started next: of the plan, or of a retry; undefined when none is left. */
export function nextJob(
  study: Pick<StudyLedgerState, 'plan' | 'onlyRequests'>,
  jobs: JobLedgerState,
): number | undefined {
  return plannedJobs(study, jobs).left > 0
    ? (jobs.replanned[0] ?? jobs.nextPlanned)
    : jobs.queuedRetries[0];
}
