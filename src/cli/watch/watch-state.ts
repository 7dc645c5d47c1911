import type { StudyProgress } from '../../../workflows/messages.ts';
import type { TimeLeft } from './estimate-time-left.ts';

/** Everything that one picture of a running study shows. */
export interface WatchState {
  readonly progress: StudyProgress;
  /** Since the study was started. */
  readonly elapsedMs: number;
  /** Absent until enough runs ended. */
  readonly left?: TimeLeft | undefined;
  /** Platform job id -> runs that ended inside a job that isn't collected yet. */
  readonly runsInside: ReadonlyMap<string, number>;
  readonly uiUrl?: string | undefined;
  /** Why nothing new is heard, as a sentence. */
  readonly trouble?: string | undefined;
}

/** Runs that ended: the collected ones and those inside jobs that still execute, never more than planned. */
export function endedRuns(state: Pick<WatchState, 'progress' | 'runsInside'>): number {
  const { runs, jobs } = state.progress;
  const inside = jobs
    .filter((job) => job.phase === 'waiting' && job.jobId !== undefined)
    .map((job) => Math.min(job.runs, state.runsInside.get(job.jobId ?? '') ?? 0))
    .reduce((sum, count) => sum + count, 0);
  return Math.min(runs.total, runs.done + runs.failed + inside);
}
