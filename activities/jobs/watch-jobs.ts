/** The one place that waits for the platform: pages of the job list, searched by the tag that all jobs of the study carry. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  AuthenticationError,
  isTerminalJobStatus,
  PlatformError,
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
import { unlessJobGone } from '../unless-gone.ts';
import { searchTag } from '../../src/store/job-names.ts';
import { createRunCounter } from './count-runs.ts';
import { createForesight } from './foresee-end.ts';
import { troubleOf, type Trouble } from '../../src/run/trouble.ts';

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
/** Of the time until the runs of a job should all have ended so much passes before the next look: what is left of it is foreseen better each time. */
const shareOfForeseen = 0.25;

/**
 * Waits until the status of a watched job differs from the one heard; gives back such changes only. Which jobs are watched is fixed for one
 * call: the study calls again when a job joins them. How far the jobs are is shown by heartbeat.
 */
export async function watchJobs(
  dependencies: ActivityDependencies,
  { studyId, heard }: WatchJobsInput,
  run: ActivityRun,
): Promise<{ changes: JobNews[] }> {
  const { platform, poll } = dependencies;
  const { signal, show } = run;
  const tag = searchTag(studyId);
  const watched = new Set(Object.keys(heard));
  const looksWithout = new Map<string, number>();
  const started = performance.now();
  const countRuns = createRunCounter(platform);
  const leftMs = createForesight();
  let waitMs = poll.firstMs ?? poll.minMs;
  let doneBefore = 0;
  let trouble: Trouble | undefined;
  while (performance.now() - started < longestWaitMs) {
    const list = await listWatched(platform, tag, watched, signal);
    const rows = list instanceof Map ? list : new Map<string, JobListItem>();
    trouble =
      list instanceof PlatformError
        ? troubleOf(
            { code: 'JOB_LIST_REFUSED', message: list.message },
            new Date().toISOString(),
            trouble,
          )
        : undefined;
    const seen = [...rows.values()].map((row) => newsOf(row.id, row.jobStatus?.content ?? ''));
    for (const jobId of watched) {
      const looks = rows.has(jobId) ? 0 : (looksWithout.get(jobId) ?? 0) + 1;
      looksWithout.set(jobId, looks % looksBeforeMissing);
      if (looks !== looksBeforeMissing && trouble === undefined) continue;
      const news = await lookDirectly(dependencies, jobId, run);
      if (news !== undefined) seen.push(news);
    }
    const changes = seen.filter(
      ({ jobId, status }) => !onTheWay.has(status) && heard[jobId] !== status,
    );
    if (changes.length > 0) return { changes };
    const { jobs, areHeld } = await countRuns([...rows.values()], signal);
    show({ jobs, ...(trouble === undefined ? {} : { trouble }) } satisfies WatchHeartbeat);
    const done = runsDone(jobs);
    if (!areHeld) {
      waitMs = Math.min(waitMs * growth, done > doneBefore ? poll.minMs : poll.maxMs);
    }
    doneBefore = done;
    const foreseenMs = Math.min((leftMs(jobs) ?? 0) * shareOfForeseen, poll.maxMs);
    await delay(Math.max(waitMs, foreseenMs), undefined, { signal });
  }
  return { changes: [] };
}

function newsOf(jobId: string, status: string): JobNews {
  return { jobId, status, ended: isTerminalJobStatus(status) };
}

/** The rows of the watched jobs, or the platform's refusal; reads no further page once it has all of them, as those in flight are a few of many. */
async function listWatched(
  platform: PlatformClient,
  tag: string,
  watched: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, JobListItem> | PlatformError> {
  const rows = new Map<string, JobListItem>();
  try {
    for await (const row of platform.jobs.list({ q: tag, signal })) {
      if (watched.has(row.id)) rows.set(row.id, row);
      if (rows.size === watched.size) break;
    }
    return rows;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

/** A job that the list doesn't show: its own history decides whether it is gone. Undefined where that is refused too: no news of it. */
async function lookDirectly(
  dependencies: ActivityDependencies,
  jobId: string,
  run: ActivityRun,
): Promise<JobNews | undefined> {
  const { jobs } = dependencies.platform;
  try {
    const status = await unlessJobGone(dependencies, jobId, run, async () => {
      for await (const entry of jobs.statuses(jobId, { signal: run.signal })) return entry.status;
      return '';
    });
    return status === undefined ? { jobId, status: 'Deleted', ended: true } : newsOf(jobId, status);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** The platform said no, but not to the token: other calls may go well. */
function isRefusal(error: unknown): error is PlatformError {
  return (
    error instanceof PlatformError && !error.retryable && !(error instanceof AuthenticationError)
  );
}

function runsDone(jobs: readonly JobHeartbeat[]): number {
  return jobs.reduce((sum, job) => sum + (job.runsDone ?? 0), 0);
}
