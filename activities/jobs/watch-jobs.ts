/** The one place that waits for the platform: pages of the job list, searched by the tag that all jobs of the study carry. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  isTerminalJobStatus,
  NotFoundError,
  type JobListItem,
  type PlatformClient,
} from '../../src/platform-api/index.ts';
import type {
  JobHeartbeat,
  JobNews,
  WatchHeartbeat,
  WatchJobsInput,
} from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { searchTag } from '../../src/store/job-names.ts';
import { countRuns } from './count-runs.ts';

/** Answers without news after this long, so that one attempt never looks lost. */
const longestWaitMs = 3_600_000;
/** A list may lag: a job is missing only after so many looks without it. */
const looksBeforeMissing = 3;
/** Words on the way to the start: shown by heartbeat, but no news for a workflow, whose history they would only fill. */
const onTheWay: ReadonlySet<string> = new Set([
  '',
  'Pending',
  'Waiting for Queue',
  'Queued',
  'Waiting for Cluster',
  'Started',
  'Validated',
]);
/** The wait grows by this while nothing happens. */
const growth = 1.2;

/**
 * Waits until the status of a watched job differs from the one heard; gives back such changes only. Which jobs are watched is fixed for one
 * call: the study calls again when a job joins them. How far the jobs are is shown by heartbeat.
 */
export async function watchJobs(
  { platform, poll }: ActivityDependencies,
  { studyId, heard }: WatchJobsInput,
  { signal, show }: ActivityRun,
): Promise<{ changes: JobNews[] }> {
  const tag = searchTag(studyId);
  const watched = new Set(Object.keys(heard));
  const looksWithout = new Map<string, number>();
  const started = performance.now();
  let waitMs = poll.minMs;
  let doneBefore = 0;
  while (performance.now() - started < longestWaitMs) {
    const rows = await listWatched(platform, tag, watched, signal);
    const seen = [...rows.values()].map((row) => newsOf(row.id, row.jobStatus?.content ?? ''));
    for (const jobId of watched) {
      const looks = rows.has(jobId) ? 0 : (looksWithout.get(jobId) ?? 0) + 1;
      looksWithout.set(jobId, looks % looksBeforeMissing);
      if (looks === looksBeforeMissing) seen.push(await lookDirectly(platform, jobId, signal));
    }
    const changes = seen.filter(
      ({ jobId, status }) => !onTheWay.has(status) && heard[jobId] !== status,
    );
    if (changes.length > 0) return { changes };
    const jobs = await countRuns(platform, [...rows.values()], signal);
    show({ jobs } satisfies WatchHeartbeat);
    const done = runsDone(jobs);
    waitMs = done > doneBefore ? poll.minMs : Math.min(waitMs * growth, poll.maxMs);
    doneBefore = done;
    await delay(waitMs, undefined, { signal });
  }
  return { changes: [] };
}

function newsOf(jobId: string, status: string): JobNews {
  return { jobId, status, ended: isTerminalJobStatus(status) };
}

/** The rows of the watched jobs; reads no further page once it has all of them, as those in flight are a few of many. */
async function listWatched(
  platform: PlatformClient,
  tag: string,
  watched: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, JobListItem>> {
  const rows = new Map<string, JobListItem>();
  for await (const row of platform.jobs.list({ q: tag, signal })) {
    if (watched.has(row.id)) rows.set(row.id, row);
    if (rows.size === watched.size) break;
  }
  return rows;
}

/** A job that the list no longer shows: its own history decides whether it is gone. */
async function lookDirectly(
  platform: PlatformClient,
  jobId: string,
  signal: AbortSignal,
): Promise<JobNews> {
  try {
    for await (const entry of platform.jobs.statuses(jobId, { signal })) {
      return newsOf(jobId, entry.status);
    }
    return newsOf(jobId, '');
  } catch (error) {
    if (error instanceof NotFoundError) return { jobId, status: 'Deleted', ended: true };
    throw error;
  }
}

function runsDone(jobs: readonly JobHeartbeat[]): number {
  return jobs.reduce((sum, job) => sum + (job.runsDone ?? 0), 0);
}
