/** A study that is paused at once while its job is on the way to its submit: the job is taken back, and started anew when the study goes on. */
import { setTimeout as delay } from 'node:timers/promises';
import { pauseStudyUpdate, progressQuery, resumeStudyUpdate } from '../../workflows/messages.ts';
import type { JobEnd } from '../../src/run/messages.ts';
import type { Scene } from './story-stage.ts';
import { asksResume } from './tickets.ts';

/**
 * @param name also its study id
 * @param isRetry the job is one of failed runs that run again
 * @param meanwhile done while it is paused, and no job is under way
 */
export function takenBack(
  name: string,
  isRetry = false,
  meanwhile: NonNullable<Scene['during']> = () => Promise.resolve(),
): Scene {
  let checks = 0;
  let isAtCheck = false;
  let isPaused = false;
  return {
    name,
    script: {
      plan: isRetry ? {} : { jobs: 2, runCount: 20, maxConcurrentJobs: 1 },
      ...(isRetry
        ? { collect: collectRetried, retry: (jobNumber) => (jobNumber === 2 ? 3 : 0) }
        : {}),
      before: async (call) => {
        checks += call === 'checkJob' ? 1 : 0;
        if (call !== 'checkJob' || (isRetry && checks === 1)) return;
        isAtCheck = true;
        while (!isPaused) await delay(20);
      },
      // Of the first workflow that had the job.
      found: (jobNumber) => [`job-${jobNumber}`],
    },
    during: async (handle) => {
      while (!isAtCheck) await delay(20);
      await handle.executeUpdate(pauseStudyUpdate, { args: [{ now: true }] });
      // Its workflow has heard that it is to stop.
      await delay(300);
      isPaused = true;
      const inFlight = async (): Promise<number> => {
        const { jobs } = await handle.query(progressQuery);
        return jobs.filter(({ phase }) => phase !== 'done' && phase !== 'failed').length;
      };
      while ((await inFlight()) > 0) await delay(20);
      await meanwhile(handle);
      await handle.executeUpdate(resumeStudyUpdate, asksResume());
    },
  };
}

/** Three runs of the first job fail, and are done by the second. */
function collectRetried(jobNumber: number): Partial<JobEnd> {
  const cut = (count: number) => [{ reason: 'cut', count }] as const;
  return jobNumber === 1
    ? { change: { done: 7, failed: 3, failures: cut(3) }, retryable: 3 }
    : { change: { done: 3, failed: -3, failures: cut(-3) } };
}
