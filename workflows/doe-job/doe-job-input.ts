import type { JobTarget, RevisionTarget } from '../../src/run/activity-contract.ts';
import type { OnCluster } from '../../src/run/cluster-contract.ts';
import type { Pace, StopMode } from '../../src/run/messages.ts';

/** Set on the input of a job workflow that takes over from one that is gone. */
export interface TakeOver {
  /** The platform's id of the job, as far as the study has heard it. */
  readonly jobId?: string;
  /** The study is being stopped: the job is, too. */
  readonly stopMode?: StopMode;
  /** Wait before the job is touched: the workflows before this one ended badly. */
  readonly waitMs: number;
}

/** Input of `doeJobWorkflow`. */
export interface DoeJobInput {
  readonly studyId: string;
  readonly studyWorkflowId: string;
  /** From 1, over the life of the study. */
  readonly jobNumber: number;
  /** Which of the study's files it runs with, unless it was prepared before; absent: those that the study was started with. */
  readonly revision?: number;
  /** Set when the job runs on a persistent cluster. */
  readonly clusterId?: string;
  /** How many jobs its study may run at a time. */
  readonly abreast?: number;
  readonly pace: Pace;
  /** Set when an earlier workflow of this job is gone. */
  readonly takeOver?: TakeOver;
}

/** What its files are written from. */
export function preparationOf({
  studyId,
  jobNumber,
  revision,
  clusterId,
}: DoeJobInput): JobTarget & RevisionTarget & OnCluster {
  return {
    ...{ studyId, jobNumber },
    ...(revision === undefined ? {} : { revision }),
    ...(clusterId === undefined ? {} : { clusterId }),
  };
}
