/** A study that shares runs and is paused after its first job: meanwhile another one has done most of what it had left, and runs two more. */
import { setTimeout as delay } from 'node:timers/promises';
import { pauseStudyUpdate, progressQuery, resumeStudyUpdate } from '../../workflows/messages.ts';
import type { Scene } from './story-stage.ts';
import { asksResume } from './tickets.ts';

const small = (done: number) => ({ change: { done, failed: 0, failures: [] } });

/**
 * @param name also its study id
 * @param shares false: a study that runs all itself
 */
export function pausedSharing(name: string, shares = true): Scene {
  let isPaused = false;
  return {
    name,
    script: {
      plan: {
        ...{ jobs: 3, runCount: 30, maxConcurrentJobs: 1 },
        ...(shares ? { reuseNotes: [] } : {}),
      },
      sharedAgain: () => ({
        ...{ reused: 12, rest: 0, emptyJobs: [{ first: 2, last: 3 }], hasAdded: true },
        notes: ['12 runs are not run again'],
        awaited: { runs: 2, studies: ['other-1'] },
      }),
      share: () => ({
        ...{ reused: 14, rest: 0, notes: ['14 runs are not run again'] },
        awaited: { runs: 0, studies: [] },
      }),
      retry: (jobNumber, asked) => (asked && jobNumber === 4 ? 6 : 0),
      collect: (jobNumber) => small(shares && jobNumber > 1 ? 6 : 10),
      before: async (call) => {
        while (call === 'collectJob' && !isPaused) await delay(20);
      },
    },
    during: async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(20);
      await handle.executeUpdate(pauseStudyUpdate, { args: [{ now: false }] });
      isPaused = true;
      while ((await handle.query(progressQuery)).runs.done < 10) await delay(20);
      await handle.executeUpdate(resumeStudyUpdate, asksResume());
    },
  };
}
