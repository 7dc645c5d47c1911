/** What the reaper's workflow asks of the outside world. Names are part of every history: never rename one in place. */
import type { Pace } from './messages.ts';

/** Why the reaper looks: a worker has just started, or its time has come. */
export type ReapReason = 'start' | 'schedule';

/** Input of `reaperWorkflow`. */
export interface ReaperInput {
  readonly reason: ReapReason;
  readonly pace: Pace;
}

/** What one look came to; what it found stands in the store. */
export interface ReapCounts {
  /** Clusters and jobs that were ended, or whose own workflows were asked to end them. */
  readonly ended: number;
  /** Those that go on, and that a person is told of. */
  readonly left: number;
  /** Those that couldn't be looked at; absent in histories of before. */
  readonly unseen?: number;
}

/** The activities of the reaper. */
export interface ReaperActivities {
  reap(input: { readonly reason: ReapReason }): Promise<ReapCounts>;
}
