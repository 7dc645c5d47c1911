/** What is said of an amendment to a study that is started, or under way. Plain data. */
import type { PlanSummary } from './plan-summary.ts';

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
>;
