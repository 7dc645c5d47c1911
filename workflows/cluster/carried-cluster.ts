import type { ClusterState } from './cluster-state.ts';

/** Carried across continue-as-new. */
export interface CarriedCluster {
  readonly state: ClusterState;
  /** Workflow ids of the studies that have it. */
  readonly borrowers: readonly string[];
  /** The studies by those ids: news names the one that it is for. Absent for those that an engine of before asked for, and where one handed on. */
  readonly studyIds?: Readonly<Record<string, string>>;
  readonly everBorrowed: boolean;
  /** The study that the cluster was made for, where this workflow took it over for another one. */
  readonly madeFor?: string;
}
