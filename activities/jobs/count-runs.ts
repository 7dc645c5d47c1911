import {
  PlatformError,
  type JobListItem,
  type PlatformClient,
} from '../../src/platform-api/index.ts';
import type { JobHeartbeat } from '../../src/run/activity-contract.ts';

/** Jobs counted at one look, and pages read of each: progress must not cost more than the watch itself. */
const countedJobs = 4;
const countedRuns = 2_000;

/** Counts finished runs of the jobs that execute. */
export async function countRuns(
  platform: PlatformClient,
  rows: readonly JobListItem[],
  signal: AbortSignal,
): Promise<JobHeartbeat[]> {
  const heartbeats: JobHeartbeat[] = [];
  let counted = 0;
  for (const { id: jobId, jobStatus } of rows) {
    const status = jobStatus?.content ?? '';
    if (status === 'Completed' || status === '') continue;
    if (status !== 'Executing' || counted >= countedJobs) heartbeats.push({ jobId, status });
    else {
      counted += 1;
      heartbeats.push({ jobId, status, ...(await countDone(platform, jobId, signal)) });
    }
  }
  return heartbeats;
}

async function countDone(
  platform: PlatformClient,
  jobId: string,
  signal: AbortSignal,
): Promise<Pick<JobHeartbeat, 'runsDone' | 'runsRunning' | 'runsTotal'>> {
  let runsDone = 0;
  let runsRunning = 0;
  let runsTotal = 0;
  try {
    const runs = await platform.jobs.runs(jobId, { signal, pageSize: 1_000 });
    if (runs === undefined) return {};
    for await (const run of runs) {
      runsTotal += 1;
      if (run.dateCompleted != null) runsDone += 1;
      else if (run.dateStarted != null) runsRunning += 1;
      if (runsTotal >= countedRuns) return {};
    }
  } catch (error) {
    // The watch goes on without the count.
    if (error instanceof PlatformError) return {};
    throw error;
  }
  return { runsDone, runsRunning, runsTotal };
}
