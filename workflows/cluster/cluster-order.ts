import type { Pace } from '../../src/run/messages.ts';

/** Which cluster is wanted. */
export interface ClusterOrder {
  readonly name: string;
  /** The study whose snapshot says what hardware and software the cluster has. */
  readonly studyId: string;
  readonly pace: Pace;
  /** What it is made of, in words; absent where an engine of before asked. */
  readonly spec?: string;
  /** The cluster's workflow before this one is gone: what it left on the platform is looked for first. */
  readonly takesOver?: boolean;
}
