/** A study that is paused at once while its job is on the way to its submit: the job is taken back, and started anew when the study goes on. */
import { setTimeout as delay } from 'node:timers/promises';
import { pauseStudyUpdate, progressQuery, resumeStudyUpdate } from '../../workflows/messages.ts';
import type { Scene } from './story-stage.ts';
import { asksResume } from './tickets.ts';

/** @param name also its study id */
export function takenBack(name: string): Scene {
  let isAtCheck = false;
  let isPaused = false;
  return {
    name,
    script: {
      plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1 },
      before: async (call) => {
        if (call !== 'checkJob') return;
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
      await handle.executeUpdate(resumeStudyUpdate, asksResume());
    },
  };
}
