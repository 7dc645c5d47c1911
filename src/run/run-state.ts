/** The life of a run and of a study. */
import type { FailureReason } from './failure-reason.ts';

export type { FailureReason } from './failure-reason.ts';
export type { PauseCause } from './pause-cause.ts';

/** Each state of a run, with the states that may follow it. */
const nextStates = {
  Planned: ['Submitted', 'Withdrawn'],
  Submitted: ['Running', 'Failed', 'Stopped', 'Withdrawn'],
  Running: ['Done', 'Failed', 'Stopped'],
  Done: [],
  // A further attempt, in a further job.
  Failed: ['Submitted'],
  // By a person or a guard: nothing of it failed.
  Stopped: ['Submitted'],
  // Never started when its study ended; a resumed study plans it again, or runs it in a further job.
  Withdrawn: ['Planned', 'Submitted'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RunState = keyof typeof nextStates;

/** All of them. */
export const runStates = Object.keys(nextStates) as readonly RunState[];

/** How an attempt ended, as its record has it: one that was stopped as failed, with that reason. */
export interface RecordedEnd {
  readonly status: 'Done' | 'Failed';
  readonly reason?: FailureReason | undefined;
}

/** Where an attempt that was submitted ends. */
export type EndedState = (typeof nextStates)['Running'][number];

/** The states in which an attempt ends, for a schema. */
export const endedStates: readonly EndedState[] = nextStates.Running;

/** The state in which an attempt ended. */
export function endedStateOf({ status, reason }: RecordedEnd): EndedState {
  return status === 'Failed' && reason === 'stopped' ? 'Stopped' : status;
}

type Followers = { readonly [State in RunState]: readonly RunState[] };

/** True when a run in state `from` may be in state `to` next. */
export function mayBecome(from: RunState, to: RunState): boolean {
  const followers: Followers = nextStates;
  return followers[from].includes(to);
}

/** What is known of a run when its state is asked for. */
export interface RunFacts {
  /** How the attempt that counts ended; absent while no attempt was collected. */
  readonly outcome?: RecordedEnd | undefined;
  /** How far the job is that holds the run's latest attempt; absent when there is none that isn't collected yet. */
  readonly job?: 'submitted' | 'executing' | undefined;
  readonly isStudyOver: boolean;
  /** Its owner withdrew it by an amendment. */
  readonly isWithdrawn?: boolean;
}

/** The state of a run. A job that holds the run again comes before the failure it is to mend. */
export function stateOfRun({ outcome, job, isStudyOver, isWithdrawn }: RunFacts): RunState {
  if (job !== undefined && (outcome === undefined || mayBecome(outcome.status, 'Submitted'))) {
    return job === 'executing' ? 'Running' : 'Submitted';
  }
  if (outcome !== undefined) return endedStateOf(outcome);
  return isStudyOver || isWithdrawn === true ? 'Withdrawn' : 'Planned';
}

/** Runs that never ran, of a study in this state with these counts: those that its owner withdrew, and all others once it is over. */
export function withdrawnRuns(
  state: StudyState,
  {
    total,
    done,
    failed,
    withdrawn = 0,
  }: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    readonly withdrawn?: number;
  },
): number {
  return isStudyOver(state) ? Math.max(0, total - done - failed) : withdrawn;
}

/** Each state of a study: true when nothing more happens in it by itself. */
const studyStates = {
  Planned: false,
  Running: false,
  Paused: false,
  Finished: true,
  'Finished with failures': true,
  Stopped: true,
  Aborted: true,
} as const;

export type StudyState = keyof typeof studyStates;

/** All states of a study, for a guard. */
export const studyStateNames = Object.keys(studyStates) as readonly StudyState[];

/** True for the states in which nothing more happens by itself. */
export function isStudyOver(state: StudyState): boolean {
  return studyStates[state];
}
