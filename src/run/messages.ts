/**
 * The shapes that workflows, activities and the command line say to each other. Plain data: ids, counts and sentences, never tables.
 */
import type { AmendOrder } from './amend-messages.ts';
import type { FailureReason, PauseCause, StudyState } from './run-state.ts';
import type { RunStreaks } from './run-streaks.ts';
import type { RunCounts } from './run-counts.ts';

export type { RunCounts } from './run-counts.ts';

/** How quickly lost processes are noticed and lists are trusted: short where everything is on one machine, long where each heartbeat is billed. */
export interface Pace {
  /** An activity whose worker was silent for this long is run again. */
  readonly heartbeatTimeoutMs: number;
  /** How long a list of the platform may lag behind an effect. */
  readonly listLagMs: number;
  /** Wait before an effect is tried again after an error that left nothing behind. */
  readonly retryMs: number;
}

/** For everything on one machine. */
export const localPace: Pace = { heartbeatTimeoutMs: 4_000, listLagMs: 1_000, retryMs: 500 };

/** For a cluster of Temporal's and a platform far away. */
export const remotePace: Pace = { heartbeatTimeoutMs: 60_000, listLagMs: 10_000, retryMs: 10_000 };

/** For a platform far away whose studies a worker of this machine's own serves: no heartbeat is billed. */
export const ownWorkerPace: Pace = { ...remotePace, heartbeatTimeoutMs: 10_000 };

/** A study of the store. */
export interface StudyTarget {
  readonly studyId: string;
}

/**
 * What another workflow says to a study. Studies of one name share a workflow's id, so it names the study that it is meant for; absent in histories
 * of before.
 */
export type ToStudy<Message> = Message & Partial<StudyTarget>;

/** A study that asks for a cluster, or gives it back. */
export type ClusterBorrower = ToStudy<{
  readonly studyWorkflowId: string;
  /** What its cluster is made of, in words; absent where an engine of before asks. */
  readonly spec?: string;
  /** The platform's id of the cluster that the study had last: it wants another one. */
  readonly unlike?: string;
  /** It has asked before and heard nothing for long: it wants the news of that cluster, and none in its place. */
  readonly again?: boolean;
}>;

/** Which runs to run again. */
export interface RetryRequest {
  /** `failed`, or run numbers. */
  readonly runs: 'failed' | readonly number[];
  /** The study's files that the jobs started from now on run with; absent: those it was started with, or has moved to. */
  readonly revision?: number;
  /** The ticket in the store that allows it; absent in histories of before. */
  readonly ticket?: string;
}

/** A request as a study takes it. */
export interface AskedRuns extends RetryRequest {
  /** Nothing new is asked for: an equal request that is under way is joined. */
  readonly joinOnly?: true;
}

/** What its owner asks of a study, written into the study's folder in the store: a ticket, good for one message. */
export type TicketOrder =
  /** With `stop`: a study that lost its workflow goes on only to be stopped, that way. */
  | { readonly asks: 'start'; readonly stop?: StopMode }
  | ({ readonly asks: 'retry' } & Omit<AskedRuns, 'ticket'>)
  | { readonly asks: 'resume' }
  | AmendOrder;

/** A message that names the ticket with what is asked, and says nothing itself. */
export interface TicketName {
  /** A UUID. */
  readonly ticket: string;
}

/** What a study answers to a request to run runs again. */
export interface RetryAnswer {
  readonly runs: number;
  /** The study's files that they run with; absent: those it was started with. */
  readonly revision?: number;
  /** An equal request is under way: nothing was asked for twice. */
  readonly already?: true;
}

/** The runs that were stopped with these jobs, when a guard paused the study. */
export interface HeldRunsRequest {
  readonly runs: 'stopped';
  readonly ofJobs: readonly number[];
  /** The ticket that let the study go on; absent in histories of before. */
  readonly ticket?: string;
}

export interface JobProgress {
  readonly jobNumber: number;
  readonly runs: number;
  readonly phase:
    'creating' | 'submitting' | 'waiting' | 'stopping' | 'collecting' | 'done' | 'failed';
  /** Which of the job's workflows has it: 1, 2, … for those that took it over; absent for the first. */
  readonly again?: number;
  /** It was asked to stop: some of its runs may never start. */
  readonly stopped?: true;
  /** Platform's id; absent before create. */
  readonly jobId?: string;
  /** The platform's latest status, if one was read. */
  readonly platformStatus?: string;
  /** What delays the job, as a sentence. */
  readonly trouble?: string;
  /** When that began, ISO 8601. */
  readonly troubleSince?: string;
  /** The code of its latest error. */
  readonly troubleCode?: string;
  /** What the reader of the study should know, as a sentence; kept by the study once. */
  readonly note?: string;
  /** What was judged while the job executes; all of it so far, so that a repeat changes nothing. */
  readonly collected?: CollectedRuns;
  /** When it was said, milliseconds, later than whatever the job said before: Temporal may bring one signal before an earlier one. Only between job and study. */
  readonly saidMs?: number;
}

/** What was judged of a job so far. */
export interface CollectedRuns {
  readonly runs: number;
  /** What they change in the study's counts of latest attempts. */
  readonly change: OutcomeChange;
  /** Failed runs among them that the retry policy may run again. */
  readonly retryable: number;
  /** In which order they ended well or badly; absent in histories of before. */
  readonly streaks?: RunStreaks;
}

/** Answer of the progress query. */
export interface StudyProgress {
  readonly studyId: string;
  readonly studyName: string;
  readonly planHash: string;
  readonly state: StudyState;
  /** What the study is doing now, as a sentence. */
  readonly activity: string;
  /** What paused it; absent of a study that isn't paused, and where an engine of before paused it. */
  readonly pausedBy?: PauseCause;
  /** It was told to stop, and comes to its end; absent before and after. */
  readonly stopping?: true;
  /** The cluster that it waits for, by its name; absent where it waits for none. */
  readonly waitsForCluster?: string;
  readonly runs: RunCounts;
  readonly jobs: readonly JobProgress[];
  readonly failures: readonly { readonly reason: FailureReason; readonly count: number }[];
  /** What the reader should know: doubled jobs found, a token to renew, a limit passed. */
  readonly notes: readonly string[];
}

/** What the store tells of a study for people, a few sentences whatever its size. */
export interface StudyDescription {
  /** Why runs failed, as sentences, the most frequent cause first. */
  readonly causes: readonly string[];
  /** As a sentence. */
  readonly cost: string;
  /** In a few characters, as `doeflow list` has it; empty where it is unknown. */
  readonly costRange: string;
  /** Folder of the readable copy of the results. */
  readonly resultsDir?: string;
  /** The revision by which the study was amended last; absent: it wasn't. */
  readonly amended?: number;
  /** The platform's page of a job, without the job's id behind it; absent for the local platform, which has none. */
  readonly jobPages?: string;
}

/** Result of `studyWorkflow`. */
export interface StudyResult {
  readonly studyId: string;
  readonly state: StudyState;
  readonly runs: RunCounts;
}

/** How hard to stop: the platform's three ways. */
export type StopMode = 'stop' | 'force' | 'shutdown';

/** Why a study takes an order no more, beside the sentence: it comes to its end by itself, or is being stopped. */
export type StudyRefusal = 'ending' | 'stopping';

export interface JobEnd {
  readonly jobNumber: number;
  /** `collected`: outcomes are in the store. `refused`: the platform or a check turned the job down. `withdrawn`: stopped before submit. */
  readonly outcome: 'collected' | 'refused' | 'withdrawn';
  /** What the job changes in the study's counts of latest attempts. */
  readonly change: OutcomeChange;
  /** Failed runs of the job that the retry policy may run again. */
  readonly retryable: number;
  /** In which order its runs ended well or badly; absent where none ran, and in histories of before. */
  readonly streaks?: RunStreaks;
  /** A sentence for the reader when the job was refused. */
  readonly message?: string;
  /** The platform's id of the cluster that was lost before the job had ended. */
  readonly lostCluster?: string;
  /** What the reader of the study should know of the platform, as sentences; kept by the study once. */
  readonly notes?: readonly string[];
}

/** Differences to add to the study's counts; those of a retry may be negative for `failed`. */
export interface OutcomeChange {
  readonly done: number;
  readonly failed: number;
  readonly failures: readonly { readonly reason: FailureReason; readonly count: number }[];
}

export interface PlatformStatusNews {
  /** Display name as the platform gave it; `Deleted` when the job is no longer there. */
  readonly status: string;
  /** Nothing more will happen to the job. */
  readonly ended: boolean;
}

export type ClusterNews =
  /** It is on its way to be ready. */
  | { readonly kind: 'starting'; readonly clusterId: string; readonly status: string }
  /** Another study has one of that name that is made of something else. */
  | { readonly kind: 'taken'; readonly reason: string }
  | {
      readonly kind: 'ready';
      readonly clusterId: string;
      /** Another study that asked for it has it, too. */
      readonly shared?: true;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'lost'; readonly clusterId: string; readonly reason: string };

/** Input of `studyWorkflow`: names only. The snapshot and the ticket in the store say what may be done. */
export interface StudyInput {
  readonly studyId: string;
  readonly studyName: string;
  /** SHA-256 of the canonical plan inputs: equal hash = equal study. */
  readonly planHash: string;
  /** The ticket that allows this start; absent in histories of before. */
  readonly ticket?: string;
  /** In histories of before alone: what a ticket says now. */
  readonly retry?: RetryRequest;
  /** Nobody watches the study: a guard that would pause it stops it instead. */
  readonly unattended?: boolean;
  /** In histories of before alone: the snapshot says where the readable copy goes. */
  readonly resultsDir?: string;
  readonly pace: Pace;
  /** State carried across continue-as-new; absent at the start. */
  readonly carried?: unknown;
}
