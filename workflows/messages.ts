/**
 * What one can say to a running study and what it answers: signals, queries, updates, and the shapes they carry.
 * The CLI imports this file; it holds no story.
 */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { RetryCause } from '../src/study/study.ts';
import type { FailureReason, StudyState } from '../src/study/run-state.ts';

/** Input of `studyWorkflow`. The snapshot in the store holds everything else. */
export interface StudyInput {
  readonly studyId: string;
  readonly studyName: string;
  /** SHA-256 of the canonical plan inputs: equal hash = equal study. */
  readonly planHash: string;
  /** Go on with an ended study: run these again. Set by `retry`. */
  readonly retry?: RetryRequest;
  /** Where the readable copy goes at the end; absent = none. */
  readonly resultsDir?: string;
  readonly pace: Pace;
  /** State carried across continue-as-new; absent at the start. */
  readonly carried?: unknown;
}

/** How quickly lost processes are noticed and lists are trusted: short where everything is on one machine, long where each beat is billed. */
export interface Pace {
  /** An activity whose worker was silent for this long is run again. */
  readonly heartbeatTimeoutMs: number;
  /** How long a list of the platform may lag behind an effect. */
  readonly listLagMs: number;
  /** Wait before an effect is tried again after an error that left nothing behind. */
  readonly retryMs: number;
}

export const localPace: Pace = { heartbeatTimeoutMs: 4_000, listLagMs: 1_000, retryMs: 500 };
export const remotePace: Pace = { heartbeatTimeoutMs: 60_000, listLagMs: 10_000, retryMs: 10_000 };

/** Which runs to run again. */
export interface RetryRequest {
  /** `failed`, or run numbers. */
  readonly runs: 'failed' | readonly number[];
}

/** Counts of planned runs by their latest attempt; the nominal run is not counted. */
export interface RunCounts {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** In a submitted job and not yet collected. */
  readonly submitted: number;
}

export interface JobProgress {
  readonly k: number;
  readonly attempt: number;
  readonly runs: number;
  /** Platform's id; absent before create. */
  readonly jobId?: string;
  /** The engine's phase: `creating`, `submitting`, `waiting`, `collecting`, `done`, `failed`, `stopped`. */
  readonly phase: string;
  /** Platform's latest status word, if one was read. */
  readonly platformStatus?: string;
  readonly done?: number;
  readonly failed?: number;
}

/** Answer of {@link progressQuery}. */
export interface StudyProgress {
  readonly studyId: string;
  readonly studyName: string;
  readonly planHash: string;
  readonly state: StudyState;
  /** What the study is doing now, as a sentence. */
  readonly activity: string;
  readonly runs: RunCounts;
  readonly jobs: readonly JobProgress[];
  readonly failures: readonly { readonly reason: FailureReason; readonly count: number }[];
  /** What the reader should know: doubled jobs found, a token to renew, a limit passed. */
  readonly notes: readonly string[];
}

/** Result of `studyWorkflow`. */
export interface StudyResult {
  readonly studyId: string;
  readonly state: StudyState;
  readonly runs: RunCounts;
}

export const progressQuery = defineQuery<StudyProgress>('progress');

/** How hard to stop: the platform's three ways. */
export type StopMode = 'stop' | 'force' | 'shutdown';

/** Stops the study's jobs on the platform and keeps what they saved; answers at once. */
export const stopStudyUpdate = defineUpdate<
  { readonly accepted: true },
  [{ readonly mode: StopMode }]
>('stop');

/** Runs chosen runs again while the study is open. Refused if one of them is not failed. */
export const retryStudyUpdate = defineUpdate<{ readonly runs: number }, [RetryRequest]>('retry');

/** Job workflow -> study: how a job ended. Sent by workflow id, so that it survives continue-as-new. */
export const jobEndedSignal = defineSignal<[JobEnd]>('jobEnded');

export interface JobEnd {
  readonly k: number;
  readonly outcome: 'collected' | 'refused' | 'stopped';
  readonly done: number;
  readonly failed: number;
  readonly failures: readonly { readonly reason: FailureReason; readonly count: number }[];
  /** Failed runs that the retry policy may run again, by cause. */
  readonly retryable: Readonly<Record<RetryCause, number>>;
  /** A sentence for the reader when the job was refused. */
  readonly message?: string;
}

/** Study -> job workflow: the platform's status of its job changed. */
export const platformStatusSignal = defineSignal<[PlatformStatusNews]>('platformStatus');

export interface PlatformStatusNews {
  readonly status: string;
  readonly reason?: string;
}

/** Cluster workflow -> study: the cluster can take jobs, or can't be had. */
export const clusterReadySignal =
  defineSignal<[{ readonly clusterId: string } | { readonly refused: string }]>('clusterReady');

export type { ExecutionSettings };
