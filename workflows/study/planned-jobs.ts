/** How far a study is with the jobs of its plan. Pure. */
import type { PlanSummary } from '../../src/run/plan-summary.ts';
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
  { nextPlanned, replanned, withdrawn, empty = [] }: JobLedgerState,
): PlannedJobs {
  const planned = plan?.jobs ?? 0;
  // A retry that was taken back is no planned job: its runs are still failed, and can be asked for again.
  const takenBack = [...replanned, ...withdrawn].filter((jobNumber) => jobNumber <= planned);
  const passedOver = empty.reduce(
    (sum, { first, last }) =>
      sum + Math.max(0, Math.min(last, planned) - Math.max(first, nextPlanned) + 1),
    0,
  );
  const notTaken = Math.max(0, planned - nextPlanned + 1 - passedOver);
  return {
    takenBack,
    left: onlyRequests ? 0 : notTaken + replanned.length,
  };
}

/** Runs of the study that aren't withdrawn; 0 while it isn't planned. */
export function wantedRuns({ plan }: Pick<StudyLedgerState, 'plan'>): number {
  return (plan?.runCount ?? 0) - (plan?.withdrawnRuns ?? 0);
}

/** The first job from this number on that has runs. */
export function pastEmpty(jobNumber: number, empty: JobLedgerState['empty'] = []): number {
  const range = empty.find(({ first, last }) => first <= jobNumber && jobNumber <= last);
  return range === undefined ? jobNumber : pastEmpty(range.last + 1, empty);
}

/** Planned jobs have no run left, or have some again; what is begun of them stays. */
export function onEmptyJobs(
  { nextPlanned, replanned, empty: before }: JobLedgerState,
  plan: Pick<PlanSummary, 'emptyJobs'> | undefined,
): Partial<JobLedgerState> {
  const empty = plan?.emptyJobs;
  if (empty === undefined && (before === undefined || plan === undefined)) return {};
  return {
    ...{ empty: empty ?? [], nextPlanned: pastEmpty(nextPlanned, empty) },
    replanned: replanned.filter((job) => pastEmpty(job, empty) === job),
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
