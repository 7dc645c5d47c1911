/** The data that a study keeps of its jobs; only `JobLedger` changes it. */
import type { JobRange } from '../../src/run/plan-summary.ts';
import type { JobProgress, RetryRequest } from '../../src/run/messages.ts';

/** What a study keeps of its jobs; carried across continue-as-new. */
export interface JobLedgerState {
  /** Next planned job to start; past the plan's last when all were started. */
  readonly nextPlanned: number;
  /** Planned jobs that an earlier execution took back before it submitted them: to be started. */
  readonly replanned: readonly number[];
  /** Planned jobs that have no run left, as they were withdrawn: never started. Absent in histories of before. */
  readonly empty?: readonly JobRange[];
  /** Planned jobs that this execution took back before it submitted them. */
  readonly withdrawn: readonly number[];
  /** Number of the next job of any kind. */
  readonly nextJobNumber: number;
  /** Jobs prepared by a retry and not yet started. */
  readonly queuedRetries: readonly number[];
  /** What a person asked for, by the number of the retry that was prepared for it and hasn't ended. */
  readonly askedRetries: Readonly<Record<number, RetryRequest>>;
  /** Runs that never began before, by the number of the retry that has them and hasn't ended. */
  readonly firstTries: Readonly<Record<number, number>>;
  /** Failed runs that the retry policy runs again, by the number of the retry that has them and hasn't ended; absent in histories of before. */
  readonly mending: Readonly<Record<number, number>>;
  /** Jobs with a living workflow, by job number; each with the platform status last heard. */
  readonly inFlight: Readonly<Record<number, JobProgress>>;
  /** The last jobs that ended, newest last, for the reader. */
  readonly recent: readonly JobProgress[];
  /** Jobs in flight that an execution of the study which was lost had begun: each is joined or taken over first. */
  readonly adopted: readonly number[];
  /** Jobs in flight whose workflow ended without telling how, with the reason: to be taken over. */
  readonly gone: Readonly<Record<number, string>>;
  /** Jobs in flight that aren't with their first workflow any more. */
  readonly takenOver: Readonly<Record<number, TakenOver>>;
}

/** How often a job in flight has changed hands. */
export interface TakenOver {
  /** Which of the job's workflows has it. */
  readonly again: number;
  /** Workflows of the job that this study has lost. */
  readonly losses: number;
}

/** A study without jobs. */
export const newJobs: JobLedgerState = {
  nextPlanned: 1,
  replanned: [],
  withdrawn: [],
  nextJobNumber: 1,
  queuedRetries: [],
  askedRetries: {},
  firstTries: {},
  mending: {},
  inFlight: {},
  recent: [],
  adopted: [],
  gone: {},
  takenOver: {},
};

/** The entries by job number without that of one job. */
export function without<Entry>(
  entries: Readonly<Record<number, Entry>>,
  jobNumber: number,
): Readonly<Record<number, Entry>> {
  if (!(jobNumber in entries)) return entries;
  return Object.fromEntries(Object.entries(entries).filter(([key]) => Number(key) !== jobNumber));
}

/** What is kept of jobs in flight, without that of one job. */
export function withoutJob(state: JobLedgerState, jobNumber: number): Partial<JobLedgerState> {
  return {
    askedRetries: without(state.askedRetries, jobNumber),
    firstTries: without(state.firstTries, jobNumber),
    mending: without(state.mending, jobNumber),
    inFlight: without(state.inFlight, jobNumber),
    gone: without(state.gone, jobNumber),
    takenOver: without(state.takenOver, jobNumber),
  };
}
