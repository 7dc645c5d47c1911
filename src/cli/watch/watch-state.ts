import type { JobProgress, StudyProgress } from '../../run/messages.ts';
import type { Trouble } from '../../run/trouble.ts';
import type { CostRange } from '../../study/cost.ts';
import type { TimeLeft } from './estimate-time-left.ts';
import type { FailureCause } from './study-facts.ts';

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
  readonly uiUrl?: string | undefined;
  /** What is waited for, the oldest first. */
  readonly troubles: readonly Trouble[];
  /** When the picture was made. */
  readonly now: Date;
}

/** Runs that ended: the collected ones and those inside jobs that aren't collected yet, never more than planned. */
export function endedRuns({
  progress,
  runsInside,
}: Pick<WatchState, 'progress' | 'runsInside'>): number {
  const { runs, jobs } = progress;
  const inside = jobs.reduce((sum, job) => sum + endedInside(job, runsInside), 0);
  return Math.min(runs.total, runs.done + runs.failed + inside);
}

function endedInside(job: JobProgress, runsInside: WatchState['runsInside']): number {
  // What was collected already is in the study's own counts.
  const collected = job.collected?.runs ?? 0;
  // The rest of a job is collected after its last run ended.
  if (job.phase === 'collecting') return Math.max(0, job.runs - collected);
  if (job.phase !== 'waiting' || job.jobId === undefined) return 0;
  return Math.max(0, Math.min(job.runs, runsInside.get(job.jobId) ?? 0) - collected);
}
