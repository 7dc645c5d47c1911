/** What the reaper knows of the platform and of our studies, before it decides. */
import type { CorePriceSeen } from './price-of.ts';

/** The platform's words for a cluster that ends, or has. */
export const endedClusterWords: readonly string[] = [
  'Stop Requested',
  'Stopping',
  'Stopped',
  'Error',
];

/** Of something whose status the platform doesn't tell: whether it costs isn't known. */
export const unknownStatus = 'status unknown';

/** Something on the platform that carries our mark, costs, and hasn't ended. */
export interface Thing {
  readonly kind: 'cluster' | 'job';
  /** The platform's. */
  readonly id: string;
  readonly name?: string;
  /** The platform's word, or {@link unknownStatus}. */
  readonly status: string;
  /** Whose it is, by our records or by its whole name; absent where no study of this store is. */
  readonly studyId?: string;
  /** Our records have its id, or its whole name is one that only our study gives. */
  readonly isProven: boolean;
  /** As studies name it: several of one name share it. */
  readonly clusterName?: string;
  readonly jobNumber?: number;
  /** It has ended on the platform, and costs nothing any more: only a workflow of its own, which nobody tells so, may be left. */
  readonly isOver?: true;
  readonly perHour?: CorePriceSeen;
  /** ISO 8601. */
  readonly until?: string;
}

/** A study as far as it matters here. */
export interface StudySeen {
  readonly studyId: string;
  /** Absent where nobody asks for it. */
  readonly studyName?: string;
  /** It is bound to a platform that isn't the one at hand. */
  readonly isElsewhere: boolean;
  /** A command says in the store that it starts a further workflow of it. */
  readonly isTakenUp: boolean;
  /** Its workflow is open and doesn't answer: no worker goes on with it, as far as can be told. */
  readonly isSilent?: boolean;
  readonly workflow: StudyWorkflowSeen;
}

/** `unknown`: this Temporal has none of it, as after its database was lost. `unseen`: it can't be told this time, so it may be open. */
export type StudyWorkflowSeen =
  | { readonly kind: 'open' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unseen' }
  | { readonly kind: 'closed'; readonly status: string; readonly closedAt: Date | undefined };

/** Who else may answer for a thing: its own workflow, or open studies that share the cluster. */
export interface Answering {
  /** Id of the open workflow of this very cluster or job. */
  readonly ownWorkflow: string | undefined;
  /** That workflow doesn't say what it has: no worker goes on with it. */
  readonly isSilent?: boolean;
  /** An open study of this store that wants a cluster of that name, and isn't known to have another one. */
  readonly sharedBy: string | undefined;
}
