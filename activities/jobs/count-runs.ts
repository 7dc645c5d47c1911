import {
  PlatformError,
  type JobListItem,
  type PlatformClient,
} from '../../src/platform-api/index.ts';
import type { JobHeartbeat } from '../../src/run/activity-contract.ts';
import { pauseAfterLook } from './pause-after-look.ts';

/** Jobs counted at one look. */
const countedJobs = 4;
/** A count costs as much as a look that judges runs, and is worth less. */
const shareOfLooks = 4;
/** A larger job isn't counted. */
const mostRuns = 200_000;

type RunCounts = Pick<JobHeartbeat, 'runsDone' | 'runsRunning' | 'runsTotal'>;

interface Counted {
  readonly counts: RunCounts;
  /** Until then these counts are shown. */
  readonly goodUntilMs: number;
}

/** Counts the runs of the jobs that execute, look by look. */
export type RunCounter = (
  rows: readonly JobListItem[],
  signal: AbortSignal,
) => Promise<{
  readonly jobs: JobHeartbeat[];
  /** No job was counted anew: its counts say nothing of whether runs have ended meanwhile. */
  readonly areHeld: boolean;
}>;

/**
 * A counter for one wait. A job of many runs is counted at fewer looks, the more runs it has; in between its last counts hold.
 * @param now a clock, in milliseconds
 */
export function createRunCounter(
  platform: PlatformClient,
  now: () => number = () => performance.now(),
): RunCounter {
  const latest = new Map<string, Counted>();
  const countsOf = async (jobId: string, signal: AbortSignal): Promise<Counted> => {
    const { counts, read } = await readCounts(platform, jobId, signal);
    const counted = { counts, goodUntilMs: now() + shareOfLooks * pauseAfterLook(read) };
    latest.set(jobId, counted);
    return counted;
  };
  return async (rows, signal) => {
    const jobs: JobHeartbeat[] = [];
    let counted = 0;
    let isAnew = false;
    for (const { id: jobId, jobStatus } of rows) {
      const status = jobStatus?.content ?? '';
      if (status === 'Completed' || status === '') continue;
      if (status !== 'Executing' || counted >= countedJobs) jobs.push({ jobId, status });
      else {
        counted += 1;
        const known = latest.get(jobId);
        const isGood = known !== undefined && now() < known.goodUntilMs;
        const { counts } = isGood ? known : await countsOf(jobId, signal);
        isAnew ||= !isGood;
        jobs.push({ jobId, status, ...counts });
      }
    }
    return { jobs, areHeld: counted > 0 && !isAnew };
  };
}

/** @returns no counts where the platform doesn't tell them; how many runs were read either way */
async function readCounts(
  platform: PlatformClient,
  jobId: string,
  signal: AbortSignal,
): Promise<{ readonly counts: RunCounts; readonly read: number }> {
  let runsDone = 0;
  let runsRunning = 0;
  let runsTotal = 0;
  try {
    const runs = await platform.jobs.runs(jobId, { signal, pageSize: 1_000 });
    if (runs === undefined) return { counts: {}, read: 0 };
    for await (const run of runs) {
      runsTotal += 1;
      if (run.dateCompleted != null) runsDone += 1;
      else if (run.dateStarted != null) runsRunning += 1;
      if (runsTotal >= mostRuns) return { counts: {}, read: runsTotal };
    }
  } catch (error) {
    // The watch goes on without the count.
    if (error instanceof PlatformError) return { counts: {}, read: runsTotal };
    throw error;
  }
  return { counts: { runsDone, runsRunning, runsTotal }, read: runsTotal };
}
