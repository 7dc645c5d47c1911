/** The data that a study keeps of itself; only `StudyLedger` changes it. */
import type { AddedRunsRequest } from '../../src/run/amend-messages.ts';
import type { FailureReason, PauseCause, StudyState } from '../../src/run/run-state.ts';
import type { AwaitedRuns, PlanSummary } from '../../src/run/plan-summary.ts';
import type {
  CollectedRuns,
  HeldRunsRequest,
  OutcomeChange,
  RetryRequest,
  RunCounts,
  StopMode,
  StudyDescription,
} from '../../src/run/messages.ts';
import type { GuardLedgerState } from './guard-state.ts';
import type { JobLedgerState } from './job-state.ts';

/** How far the study has got with the persistent cluster that its plan wants. */
export type ClusterUse =
  | { readonly kind: 'not-asked' }
  /** With its latest status, once it is on its way. */
  | { readonly kind: 'asked'; readonly clusterId?: string; readonly status?: string }
  | { readonly kind: 'ready'; readonly clusterId: string }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** A person has let the study go on since: it may be asked for once more. */
      readonly isSeen?: true;
    };

/** A retry that a person asked for, that goes on with what a guard had stopped, or that runs what an amendment added. */
export type AskedRetry = RetryRequest | HeldRunsRequest | AddedRunsRequest;

/** Outputs that are to be read anew. */
export interface OutputsAnew {
  /** Once none of these jobs is in flight. */
  readonly after: readonly number[];
  /** It was done before: what those jobs left is all that isn't counted so yet. */
  readonly isLast?: true;
  /** What was told of it before. */
  readonly note?: string;
}

/** The study's own state; small whatever the study's size. */
export interface StudyLedgerState {
  readonly plan?: PlanSummary;
  readonly state: StudyState;
  readonly activity: string;
  /** What paused the study; absent where nothing holds it, or an engine of before paused it. */
  readonly pausedBy?: PauseCause | undefined;
  readonly uploaded: boolean;
  readonly done: number;
  readonly failed: number;
  readonly failures: Readonly<Partial<Record<FailureReason, number>>>;
  /** Failed runs the retry policy may still run again. */
  readonly retryable: number;
  /** Retries a person asked for and that aren't planned yet, or only in part. */
  readonly requests: readonly AskedRetry[];
  /** The first job of the retry at their head, where that is planned in part. */
  readonly retryBegan?: number | undefined;
  /** The study's files that a person asked for last; absent: those that it was started with. */
  readonly revision?: number | undefined;
  /** The revision whose files are on the platform: jobs are started with it. */
  readonly sentRevision?: number;
  /** What was collected is to be read anew by outputs that were amended; absent where it is. */
  readonly anew?: OutputsAnew | undefined;
  /** Runs that other studies run; absent where none are waited for. */
  readonly awaited?: AwaitedRuns | undefined;
  /** It was paused and goes on: other studies may have run meanwhile what it is about to start. */
  readonly looksAgain?: true | undefined;
  /** A person asked for certain runs of a study that had been stopped: its other planned jobs aren't started. */
  readonly onlyRequests: boolean;
  readonly stopMode?: StopMode;
  readonly aborted: boolean;
  /** The failures a person has seen: only further ones pause the study. */
  readonly allowedFailures: number;
  readonly cluster: ClusterUse;
  /** How often the workflow of the plan's own cluster was lost. */
  readonly clusterLosses: number;
  /** The platform's id of the cluster that was lost, or given up, last: another one is wanted. */
  readonly lostCluster?: string;
  /** What the cluster that it has, or may have, is made of, where an amendment has changed that: it is left, and another one is asked for. */
  readonly leavesCluster?: string | undefined;
  /** Clusters that were lost one after the other, without a run done meanwhile. */
  readonly clustersLost: number;
  /** Runs that were done when the latest one was lost. */
  readonly doneAtLoss: number;
  /** Why the study doesn't ask for another one by itself. */
  readonly clusterTrouble?: string | undefined;
  /** All jobs have ended: only tables, statistics and findings are left to write. */
  readonly finishing: boolean;
  /** Jobs whose findings are written. */
  readonly findingsWritten: number;
  readonly notes: readonly string[];
  /** What the store last told of the study, and the counts at that time; absent until it did. */
  readonly description?: StudyDescription;
  readonly described?: Pick<RunCounts, 'done' | 'failed'>;
  /** Search attributes last written, as one text. */
  readonly publishedAttributes: string;
}

/** What is new in a study's own state, and what its reader is told of it. */
export interface StudyChange {
  readonly change: Partial<StudyLedgerState>;
  readonly note?: string | undefined;
}

/** What one execution of the study hands to the next. */
export interface CarriedLedger {
  readonly study: StudyLedgerState;
  readonly jobs: JobLedgerState;
  /** Absent where an engine of before handed on. */
  readonly guards?: GuardLedgerState;
}

/** A study that has nothing but its input. */
export const newStudy: StudyLedgerState = {
  state: 'Planned',
  activity: 'planning',
  uploaded: false,
  done: 0,
  failed: 0,
  failures: {},
  retryable: 0,
  requests: [],
  onlyRequests: false,
  aborted: false,
  allowedFailures: 0,
  cluster: { kind: 'not-asked' },
  clusterLosses: 0,
  clustersLost: 0,
  doneAtLoss: 0,
  finishing: false,
  findingsWritten: 0,
  notes: [],
  publishedAttributes: '',
};

/** Counts by reason after a change; a reason without failures is left out. */
export function addCounts(
  counts: StudyLedgerState['failures'],
  change: OutcomeChange['failures'],
): StudyLedgerState['failures'] {
  const sums = { ...counts };
  for (const { reason, count } of change) {
    const left = (sums[reason] ?? 0) + count;
    if (left > 0) sums[reason] = left;
    else delete sums[reason];
  }
  return sums;
}

/** Counts by latest attempts. */
export type StudyCounts = Pick<StudyLedgerState, 'done' | 'failed' | 'failures' | 'retryable'>;

/** The counts of the ended jobs, with what the jobs in flight have shown so far. */
export function addCollected(
  { done, failed, failures, retryable }: StudyCounts,
  collected: readonly Pick<CollectedRuns, 'change' | 'retryable'>[],
): StudyCounts {
  return collected.reduce(
    (sum, { change, retryable: further }) => ({
      done: sum.done + change.done,
      failed: sum.failed + change.failed,
      failures: addCounts(sum.failures, change.failures),
      retryable: sum.retryable + further,
    }),
    { done, failed, failures, retryable },
  );
}

const maxNotes = 20;

/** With one more sentence, once; the oldest ones go when there are too many. */
export function withNote(notes: readonly string[], sentence: string): readonly string[] {
  return notes.includes(sentence) ? notes : [...notes, sentence].slice(-maxNotes);
}
