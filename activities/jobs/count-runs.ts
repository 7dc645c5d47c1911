import {
  PlatformError,
  type JobListItem,
  type PlatformClient,
} from '../../src/platform-api/index.ts';
import type { JobHeartbeat } from '../../src/run/activity-contract.ts';

/** Jobs counted at one look, and runs read at one look on the average: progress must not cost more than the watch itself. */
const countedJobs = 4;
const runsOfLook = 2_000;
/** A larger job isn't counted. */
const mostRuns = 200_000;

type RunCounts = Pick<JobHeartbeat, 'runsDone' | 'runsRunning' | 'runsTotal'>;

interface Counted {
  readonly counts: RunCounts;
  /** Looks for which these counts are shown. */
  looksLeft: number;
}

/** Counts the runs of the jobs that execute, look by look. */
export type RunCounter = (
  rows: readonly JobListItem[],
  signal: AbortSignal,
) => Promise<JobHeartbeat[]>;

/** A counter for one wait. A job of many runs is counted at fewer looks, the more runs it has; in between its last counts hold. */
export function createRunCounter(platform: PlatformClient): RunCounter {
  const latest = new Map<string, Counted>();
  const countsOf = async (jobId: string, signal: AbortSignal): Promise<RunCounts> => {
    const known = latest.get(jobId);
    if (known !== undefined && known.looksLeft > 0) {
      known.looksLeft -= 1;
      return known.counts;
    }
    const { counts, read } = await readCounts(platform, jobId, signal);
    latest.set(jobId, { counts, looksLeft: Math.ceil(read / runsOfLook) - 1 });
    return counts;
  };
  return async (rows, signal) => {
    const heartbeats: JobHeartbeat[] = [];
    let counted = 0;
    for (const { id: jobId, jobStatus } of rows) {
      const status = jobStatus?.content ?? '';
      if (status === 'Completed' || status === '') continue;
      if (status !== 'Executing' || counted >= countedJobs) heartbeats.push({ jobId, status });
      else {
        counted += 1;
        heartbeats.push({ jobId, status, ...(await countsOf(jobId, signal)) });
      }
    }
    return heartbeats;
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
