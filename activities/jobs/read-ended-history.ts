import { setTimeout as delay } from 'node:timers/promises';
import { collect, isTerminalJobStatus, type StatusEntry } from '../../src/platform-api/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { unlessJobGone } from '../unless-gone.ts';
import type { ListingRun } from './list-job-files.ts';

/** Before each look at a history that doesn't tell of the end yet. */
const looksMs = [0, 1_000, 4_000, 15_000];

/**
 * The history of a job that has ended, newest first; undefined for one that is gone. A list may lag: one without the job's end would make it shorter
 * and cheaper than it was, so it is looked at again, for some seconds.
 */
export async function readEndedHistory(
  dependencies: Pick<ActivityDependencies, 'platform' | 'poll'>,
  jobId: string,
  run: ListingRun,
): Promise<readonly StatusEntry[] | undefined> {
  const { patience, signal } = run;
  let history: readonly StatusEntry[] | undefined;
  for (const lookMs of looksMs) {
    await delay(Math.min(lookMs, dependencies.poll.maxMs), undefined, { signal });
    history = await unlessJobGone(dependencies, jobId, run, () =>
      collect(dependencies.platform.jobs.statuses(jobId, { signal, askPage: patience.call })),
    );
    if (history?.some(({ status }) => isTerminalJobStatus(status)) ?? true) break;
  }
  return history;
}
