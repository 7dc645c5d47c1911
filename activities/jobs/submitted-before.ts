import { setTimeout as delay } from 'node:timers/promises';
import type { JobTarget, PlatformJobTarget } from '../../src/run/activity-contract.ts';
import { layout, wasRestored } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readJobStatuses } from './read-job-statuses.ts';

/** For so long a platform may not show what it took; milliseconds. */
const longestLagMs = 10_000;

/** How long what was just sent may not be shown: never longer than a third of the longest wait between two looks; milliseconds. */
export function lagMsOf({ poll }: Pick<ActivityDependencies, 'poll'>): number {
  return Math.min(longestLagMs, poll.maxMs / 3);
}

/**
 * Whether the job was submitted by an earlier try, by what the platform shows of it; an empty history is believed past its lag. Keeps that a
 * submit is tried now: the first try of all is believed to be one without a look, where all tries of that job were kept.
 */
export async function wasSubmittedBefore(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, jobId }: JobTarget & PlatformJobTarget,
  run: ActivityRun,
): Promise<boolean> {
  const folder = dependencies.store.study(studyId);
  const tried = layout.submitTried(jobNumber);
  const keep = (): { at: string } => ({ at: new Date().toISOString() });
  const isFirst = await folder.create(tried, keep());
  const isShown = async (): Promise<boolean> =>
    (await readJobStatuses(dependencies, { jobId }, run)).statuses.length > 0;
  if (isFirst && (await folder.find(layout.platformJob(jobNumber)))?.triesAreKept) {
    // The original of a restored store may have submitted it after the back-up.
    return (await wasRestored(dependencies.store)) && (await isShown());
  }
  if (await isShown()) return true;
  const sinceMs = Date.now() - Date.parse((await folder.read(tried)).at);
  const restMs = lagMsOf(dependencies) - Math.max(0, sinceMs);
  if (restMs > 0) {
    await delay(restMs, undefined, { signal: run.signal });
    if (await isShown()) return true;
  }
  await folder.write(tried, keep());
  return false;
}
