import { stoppedRuns } from '../../run/stopped-runs.ts';
import type { JobProgress, StudyProgress } from '../../run/messages.ts';
import type { Trouble } from '../../run/trouble.ts';
import type { CostRange } from '../../study/cost.ts';
import type { TimeLeft } from './estimate-time-left.ts';
import type { CopyingResults } from '../../look/read-copying.ts';
import type { FailureCause } from '../../run/failure-causes.ts';

/** Everything that one picture of a running study shows. */
export interface WatchState {
  readonly progress: StudyProgress;
  /** Since the study was started. */
  readonly elapsedMs: number;
  /** Absent until enough runs ended. */
  readonly left?: TimeLeft | undefined;
  /** Platform job id -> runs that ended inside a job that isn't collected yet. */
  readonly runsInside: ReadonlyMap<string, number>;
  /** Platform job id -> runs that execute inside it; absent where the platform doesn't tell. */
  readonly runsRunning?: ReadonlyMap<string, number> | undefined;
  /** Runs that end in an hour; absent until enough did, or nothing runs. */
  readonly runsPerHour?: number | undefined;
  /** Why runs failed, the most frequent cause first; absent until it was read. */
  readonly causes?: readonly FailureCause[] | undefined;
  /** Of what has run so far; absent until it is known. */
  readonly cost?: CostRange | undefined;
  /** What the results look like so far, in sentences. */
  readonly notes?: readonly string[] | undefined;
  /** How far the copy of the results is, while it is made at the study's end. */
  readonly copying?: CopyingResults | undefined;
  readonly uiUrl?: string | undefined;
  /** What is waited for, the oldest first. */
  readonly troubles: readonly Trouble[];
  /** When the picture was made. */
  readonly now: Date;
}

/** Failed runs that don't run again now, and apart from them those that were stopped. */
export function splitFailed({ runs, failures }: StudyProgress): {
  readonly failed: number;
  readonly stopped: number;
} {
  const stopped = stoppedRuns({ failures });
  const { repeated = 0 } = runs;
  // What was stopped goes on first: no retry policy runs it again.
  const stoppedBefore = Math.min(stopped, repeated);
  return {
    failed: Math.max(0, runs.failed - stopped - (repeated - stoppedBefore)),
    stopped: stopped - stoppedBefore,
  };
}

/** Runs that executed to an end, good or bad: the collected ones and those inside jobs that aren't collected yet, never more than planned. */
export function endedRuns(state: Pick<WatchState, 'progress' | 'runsInside'>): number {
  const { runs } = state.progress;
  const { failed } = splitFailed(state.progress);
  const done = runs.done - (runs.doneAgain ?? 0);
  return Math.min(runs.total, done + failed + endedInJobs(state));
}

/** Runs that ended inside jobs and aren't collected yet. */
export function endedInJobs({
  progress: { runs, jobs },
  runsInside,
}: Pick<WatchState, 'progress' | 'runsInside'>): number {
  const inside = jobs.reduce((sum, job) => sum + endedInside(job, runsInside), 0);
  return Math.min(runs.submitted, inside);
}

/** True for a job whose runs may execute, or have just ended. */
export function isSubmitted({ phase }: Pick<JobProgress, 'phase'>): boolean {
  return phase === 'waiting' || phase === 'stopping' || phase === 'collecting';
}

function endedInside(job: JobProgress, runsInside: WatchState['runsInside']): number {
  // What was collected already is in the study's own counts.
  const collected = job.collected?.runs ?? 0;
  // The rest of a job is collected after its last run ended.
  if (job.phase === 'collecting' && job.stopped !== true) return Math.max(0, job.runs - collected);
  if (!isSubmitted(job) || job.jobId === undefined) return 0;
  return Math.max(0, Math.min(job.runs, runsInside.get(job.jobId) ?? 0) - collected);
}
