/** What is said of an amendment to a study that is started, or under way. Plain data. */
import type { PlanSummary, SharedAnew } from './plan-summary.ts';

/** The study as this revision has it; one that had ended runs what that adds. */
export interface AmendOrder {
  readonly asks: 'amend';
  readonly revision: number;
}

/** The runs by which amendments made the study larger, as far as none of them has an outcome, and those that had ended and are to run again. */
export interface AddedRunsRequest {
  readonly runs: 'added';
}

/** What an amendment may change of the plan that a study under way knows. */
export type AmendedPlan = Pick<
  PlanSummary,
  | 'runCount'
  | 'maxConcurrentJobs'
  | 'maxFailedRuns'
  | 'onLimit'
  | 'guards'
  | 'hasCostLimit'
  | 'hasAdded'
  | 'withdrawnRuns'
  | 'emptyJobs'
  | 'readsAnew'
>;

/** A revision of the study's files. */
export interface ReadRevision {
  /** To be sent to the platform, as the study file names them. */
  readonly files: readonly string[];
  /** What it changed and when, as a sentence. */
  readonly note: string;
  /** The study as it was amended by then; absent: it is as it was started. */
  readonly amended?: AmendedPlan;
  /** What the cluster that is made for the study is made of by that revision, in words; absent: none is, or an engine of before read it. */
  readonly clusterSpec?: string;
  /** What other studies have of what it runs by that revision; absent: it runs all itself. */
  readonly shared?: SharedAnew;
}
