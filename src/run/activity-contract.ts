/**
 * What workflows may ask of the outside world: every activity's input and answer. The workflows call them, the room `activities` implements
 * them, and neither imports the other. Names are part of every history: never rename one in place.
 */
import type { AnalysedStudy } from './analysed-study.ts';
import type { AddedRunsRequest, ReadRevision } from './amend-messages.ts';
import type { ReadAnew, ReadOutputsAnewInput } from './anew-messages.ts';
import type { ArchiveActivities, RecurrenceActivities } from './archive-contract.ts';
import type { BudgetActivities } from './budget-contract.ts';
import type {
  ClusterReading,
  ClusterWatch,
  CreateClusterInput,
  FindClusterInput,
  FitJobInput,
  FoundCluster,
  OnCluster,
  PlatformClusterTarget,
  WatchClusterInput,
} from './cluster-contract.ts';
import type { ClusterFit } from './fit-cluster.ts';
import type { PlanSummary, SharedAnew, SharedRuns } from './plan-summary.ts';
import type { ReaperActivities } from './reaper-contract.ts';
import type { StudyState } from './run-state.ts';
import type { StopAnswer, StopJobInput } from './stop-answer.ts';
import type { Trouble } from './trouble.ts';
import type {
  CollectedRuns,
  HeldRunsRequest,
  JobEnd,
  PlatformStatusNews,
  RetryRequest,
  StudyDescription,
  StudyProgress,
  OutcomeChange,
  StudyTarget,
  TicketOrder,
} from './messages.ts';

export type { StudyTarget } from './messages.ts';
export type { SharedRuns } from './plan-summary.ts';

/** One job of a study, by its number (from 1). */
export interface JobTarget extends StudyTarget {
  readonly jobNumber: number;
}

/** The study's files of a revision; without one those that it was started with. */
export interface RevisionTarget extends StudyTarget {
  readonly revision?: number;
}

/** One file that is sent to the platform, by the name its list gave. */
export interface NamedFile {
  readonly name: string;
}

/** A job of the platform. */
export interface PlatformJobTarget {
  readonly jobId: string;
}

/** Which revision is read, and what runs with an earlier one meanwhile. */
export interface ReadRevisionInput extends Required<RevisionTarget> {
  /** Numbers of the jobs that were started; absent in histories of before. */
  readonly inFlight?: readonly number[];
}

/** A study that goes on after a pause, and the revision whose files it runs with. */
export type RenewSharedInput = RevisionTarget & Required<Omit<ReadRevisionInput, 'revision'>>;

/** A prepared job: its runs, and the files to upload for it alone. */
export interface PreparedJob {
  readonly runs: number;
  readonly files: readonly string[];
}

/** Which failed runs run again as a further job. */
export interface PlanRetryInput extends JobTarget {
  /** What a person asked for; absent: what the study's own retry policy allows. */
  readonly request?: RetryRequest | HeldRunsRequest | AddedRunsRequest;
  /** None of the canary's runs is done: no others are chosen. */
  readonly canaryOnly?: true;
  /** The first job of this retry: what runs in it and in those after it isn't chosen once more. Absent in studies of before: their retry is one job. */
  readonly since?: number;
  /** The revision whose files are on the platform: what a later one asks for waits for its files. Absent in studies of before, and where none was sent. */
  readonly revision?: number;
}

export interface PlannedRetry {
  readonly runs: number;
  /** Runs that are left for further jobs of this retry; absent for none. */
  readonly left?: number;
  /** Those among them that never began before; absent for none. */
  readonly firstTries?: number;
  /** A later revision than the one that was sent: the study is what that says, and hasn't heard of it. */
  readonly later?: number;
  /** Those among them that are done, and run again as an amendment says; absent for none. */
  readonly doneAgain?: number;
  /** Which runs were asked for by number and passed over, as a sentence: a slip in a request must not end the study. */
  readonly note?: string;
}

/** The platform's history of a job. */
export interface JobStatuses {
  /** Newest first, at most ten; empty for a job that was never submitted. */
  readonly statuses: readonly { readonly status: string; readonly reason: string | null }[];
  /** Nothing more will happen to the job. */
  readonly ended: boolean;
}

/** A change of one platform job. */
export interface JobNews extends PlatformStatusNews {
  readonly jobId: string;
}

export interface WatchJobsInput extends StudyTarget {
  /**
   * The jobs that are watched, and no others: platform job id -> the status that the study last heard, empty when none. A job that can't be
   * found any more is news too.
   */
  readonly heard: Readonly<Record<string, string>>;
}

/** What the heartbeats of `watchJobs` carry, for whoever watches the study. */
export interface WatchHeartbeat {
  readonly jobs: readonly JobHeartbeat[];
  readonly trouble?: Trouble;
}

/** How far one job is, as heartbeats carry it. */
export interface JobHeartbeat {
  readonly jobId: string;
  readonly status: string;
  /** Absent where the platform doesn't serve runs, or the job is too large to count at every look. */
  readonly runsDone?: number;
  /** Started, and not ended. */
  readonly runsRunning?: number;
  readonly runsTotal?: number;
}

export interface CollectJobInput extends JobTarget {
  readonly jobId: string;
  /** The engine itself had the job stopped. */
  readonly stopped: boolean;
  /** Not its study: somebody cancelled the job's workflow in Temporal. */
  readonly cancelled?: true;
}

export interface RefuseJobInput extends JobTarget {
  readonly message: string;
  /** It was refused as its cluster had ended: its runs may run again on another one, as the study's retries of `platform` say. */
  readonly clusterLost?: true;
}

export interface AnalyseStudyInput extends StudyTarget {
  /** Job numbers in use: 1..lastJobNumber. */
  readonly lastJobNumber: number;
  /** First planned job that was never started; past the last one when all were. */
  readonly nextPlanned: number;
  /** Planned jobs below `nextPlanned` that were taken back before they were submitted. */
  readonly withdrawn?: readonly number[];
  /** Runs that are done, by what the study heard of its jobs: an older copy of the store has fewer. Absent in histories of before. */
  readonly done?: number;
  readonly state: StudyState;
}

/** A study as its start names it; the store says whether that is so. */
export interface PlanStudyInput extends StudyTarget {
  readonly studyName: string;
  readonly planHash: string;
  readonly ticket?: string;
}

export interface TakeTicketInput extends StudyTarget {
  readonly ticket: string;
  /** What the message that named it is for; a start takes `start` and `retry`. */
  readonly use: TicketOrder['asks'];
}

export interface DescribeStudyInput extends StudyTarget {
  /** All of its jobs have ended: its cost has two bounds. */
  readonly isOver: boolean;
}

export interface CloseStudyInput extends StudyTarget {
  readonly progress: StudyProgress;
  /** Of the start that is closed now. */
  readonly ticket?: string;
}

/** Every activity as a workflow calls it: one input object, one answer. */
export interface Activities
  extends StudyActivities, ArchiveActivities, RecurrenceActivities, ReaperActivities {}

/** The activities of studies. */
export interface StudyActivities extends BudgetActivities {
  /** What a ticket asks for; the same call gets the same answer again, any other one is refused. */
  takeTicket(input: TakeTicketInput): Promise<TicketOrder>;
  planStudy(input: PlanStudyInput): Promise<PlanSummary>;
  uploadStudyFile(input: RevisionTarget & NamedFile): Promise<{ readonly fileId: string }>;
  readRevision(input: ReadRevisionInput): Promise<ReadRevision>;
  readOutputsAnew(input: ReadOutputsAnewInput): Promise<ReadAnew>;
  prepareJob(input: JobTarget & RevisionTarget & OnCluster): Promise<PreparedJob>;
  uploadJobFile(input: JobTarget & NamedFile): Promise<{ readonly fileId: string }>;
  createJob(input: JobTarget & { readonly onCluster: boolean }): Promise<PlatformJobTarget>;
  findJob(input: JobTarget): Promise<{ readonly jobIds: readonly string[] }>;
  /** Absent in histories of before: nothing was looked for. */
  checkJob(
    input: JobTarget & PlatformJobTarget,
  ): Promise<{ readonly otherJobIds: readonly string[] } | undefined>;
  submitJob(input: JobTarget & PlatformJobTarget & OnCluster): Promise<void>;
  readJobStatuses(input: StudyTarget & PlatformJobTarget): Promise<JobStatuses>;
  watchJobs(input: WatchJobsInput): Promise<{ readonly changes: readonly JobNews[] }>;
  /** Without an answer in histories of before. */
  stopJob(input: StopJobInput): Promise<StopAnswer | undefined>;
  collectEndedRuns(input: JobTarget & PlatformJobTarget): Promise<CollectedRuns>;
  collectJob(input: CollectJobInput): Promise<JobEnd>;
  refuseJob(input: RefuseJobInput): Promise<JobEnd>;
  withdrawJob(input: JobTarget): Promise<JobEnd>;
  /** Gives back the counts of the outcomes that are left. */
  withdrawUnbegun(input: StudyTarget): Promise<{ readonly left: OutcomeChange }>;
  planRetry(input: PlanRetryInput): Promise<PlannedRetry>;
  awaitSharedRuns(input: JobTarget & RevisionTarget): Promise<SharedRuns>;
  renewSharedRuns(input: RenewSharedInput): Promise<SharedAnew>;
  readPrice(input: StudyTarget): Promise<{ readonly note?: string }>;
  describeStudy(input: DescribeStudyInput): Promise<StudyDescription>;
  analyseStudy(input: AnalyseStudyInput): Promise<AnalysedStudy>;
  listJobs(
    input: StudyTarget & { readonly from: number; readonly count: number },
  ): Promise<{ readonly jobIds: readonly string[] }>;
  assignFindings(input: StudyTarget & PlatformJobTarget): Promise<{ readonly refused?: string }>;
  writeFindings(
    input: StudyTarget & PlatformJobTarget,
  ): Promise<{ readonly served: boolean; readonly refused?: string }>;
  readFindings(input: StudyTarget & PlatformJobTarget): Promise<void>;
  closeStudy(input: CloseStudyInput): Promise<{ readonly notes: readonly string[] }>;
  createCluster(input: CreateClusterInput): Promise<FoundCluster & { readonly clusterId: string }>;
  findCluster(input: FindClusterInput): Promise<FoundCluster>;
  startCluster(input: PlatformClusterTarget): Promise<void>;
  readCluster(input: PlatformClusterTarget): Promise<ClusterReading>;
  watchCluster(input: WatchClusterInput): Promise<ClusterWatch>;
  fitJob(input: FitJobInput): Promise<ClusterFit>;
  shutdownCluster(input: PlatformClusterTarget): Promise<{ readonly served: boolean }>;
}
