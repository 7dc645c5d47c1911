/** What is said of clusters between their workflows and the activities. */
import type { ClusterBorrower, StudyTarget } from './messages.ts';

/** A persistent cluster as a study names it. */
export interface ClusterTarget extends StudyTarget {
  readonly name: string;
}

/** A cluster that is to be made. */
export interface CreateClusterInput extends ClusterTarget {
  /** What it is to be made of, in words; absent in histories of before: what the study has now. */
  readonly spec?: string;
}

/** A cluster of the platform, and the study that it was made for. */
export interface PlatformClusterTarget extends StudyTarget {
  readonly clusterId: string;
}

/** Where a job is to run: absent where it has hardware of its own, and in histories of before. */
export interface OnCluster {
  readonly clusterId?: string;
}

/** The platform's latest status of a cluster. */
export interface ClusterReading {
  /** Display name; `Not Started` for an empty history, `Deleted` when the cluster is gone. */
  readonly status: string;
  /** It takes no more jobs. */
  readonly ended: boolean;
}

/** A job that is to be sent to a cluster. */
export interface FitJobInput extends PlatformClusterTarget {
  readonly jobNumber: number;
  /** Runs of the study that the cluster still has before it. */
  readonly runsAhead: number;
}

/** A study that has a cluster, or wants it. */
export type ClusterHolder = Pick<ClusterBorrower, 'studyWorkflowId' | 'studyId'>;

/** A cluster that is to be looked for. */
export interface FindClusterInput extends ClusterTarget {
  /** The workflow of the cluster is gone: one of that name that was made for another study counts, too. */
  readonly shared?: true;
  /** What it is made of, in words: one that is known to be made of something else isn't it. Absent: it may be made of anything. */
  readonly spec?: string;
}

/** A living cluster of the platform; nothing where there is none. */
export interface FoundCluster {
  readonly clusterId?: string;
  /** The study that it was made for, where that isn't the one that asked. */
  readonly madeFor?: string;
  /** Open studies that may have it. */
  readonly holders?: readonly ClusterHolder[];
}

/** What a cluster's workflow waits for. */
export interface WatchClusterInput extends PlatformClusterTarget {
  /** The status that it last heard. */
  readonly known: string;
  /** Whose workflows are asked after; absent in histories of before. */
  readonly holders?: readonly ClusterHolder[];
}

/** What became of a cluster, or of those who have it. */
export interface ClusterWatch extends ClusterReading {
  /** Workflow ids of the holders that are gone: closed without giving it back. */
  readonly gone?: readonly string[];
}
