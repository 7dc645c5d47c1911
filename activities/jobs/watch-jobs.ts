/** The one place that waits for the platform: pages of the job list, searched by the study's own word. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  isTerminalJobStatus,
  NotFoundError,
  type JobListItem,
  type PlatformClient,
} from '../../src/platform-api/index.ts';
import type { JobNews, WatchJobsInput } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { searchTag } from '../../src/store/job-names.ts';
import { countRuns, type RunProgress } from './count-runs.ts';

/** Returns empty-handed after this long, so that one attempt never looks lost. */
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

/** Waits until jobs of the study changed; only changes are returned. What runs is shown by heartbeat. */
export async function watchJobs(
  { platform, poll }: ActivityDependencies,
  { studyId, known, expected }: WatchJobsInput,
  { signal, show }: ActivityRun,
): Promise<{ changes: JobNews[] }> {
  const word = searchTag(studyId);
  const missing = new Map<string, number>();
  const started = performance.now();
  let waitMs = poll.minMs;
  let progress: readonly RunProgress[] = [];
  while (performance.now() - started < longestWaitMs) {
    const rows = await listJobs(platform, word, signal);
    const changes = rows
      .map((row) => newsOf(row.id, row.jobStatus?.content ?? ''))
      .filter(({ jobId, status }) => !onTheWay.has(status) && known[jobId] !== status);
    for (const jobId of expected) {
      if (rows.some((row) => row.id === jobId)) missing.delete(jobId);
      else missing.set(jobId, (missing.get(jobId) ?? 0) + 1);
      if ((missing.get(jobId) ?? 0) >= looksBeforeMissing) {
        changes.push(await lookDirectly(platform, jobId, signal));
        missing.delete(jobId);
      }
    }
    if (changes.length > 0) return { changes };
    const before = doneRuns(progress);
    progress = await countRuns(platform, rows, signal);
    show({ jobs: progress });
    waitMs = doneRuns(progress) > before ? poll.minMs : Math.min(waitMs * growth, poll.maxMs);
    await delay(waitMs, undefined, { signal });
  }
  return { changes: [] };
}

function newsOf(jobId: string, status: string): JobNews {
  return { jobId, status, ended: isTerminalJobStatus(status) };
}

async function listJobs(
  platform: PlatformClient,
  word: string,
  signal: AbortSignal,
): Promise<JobListItem[]> {
  const rows: JobListItem[] = [];
  for await (const row of platform.jobs.list({ q: word, signal })) {
    // A search that matches more than asked must not bring other people's jobs in.
    if (row.name.split(' ').includes(word)) rows.push(row);
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

function doneRuns(progress: readonly RunProgress[]): number {
  return progress.reduce((sum, job) => sum + (job.runsDone ?? 0), 0);
}
