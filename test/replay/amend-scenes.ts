/** Studies that are amended: while they run, are paused, and have ended; the name of each begins with `amended-`. */
import { setTimeout as delay } from 'node:timers/promises';
import { amendStudyUpdate, progressQuery, resumeStudyUpdate } from '../../workflows/messages.ts';
import { amendedAsStopped, amendedOutputs } from '../workflows/amended-outputs.ts';
import type { Scene, StoryStage } from '../workflows/story-stage.ts';
import { asksAmendment, asksResume, ticketFor } from '../workflows/tickets.ts';

const limits = { maxConcurrentJobs: 2, maxFailedRuns: 3, onLimit: 'finish', runCount: 14 } as const;
const small = (done: number) => ({ change: { done, failed: 0, failures: [] } });
const timeouts = { done: 6, failed: 4, failures: [{ reason: 'timeout', count: 4 }] } as const;

let amendedNow = (): void => undefined;
const isAmended = new Promise<void>((resolve) => (amendedNow = resolve));

const scenes: readonly Scene[] = [
  {
    name: 'amended-running',
    script: {
      amended: () => ({ ...limits, hasAdded: true }),
      retry: (jobNumber) => (jobNumber === 2 ? 4 : 0),
      collect: (jobNumber) => small(jobNumber === 1 ? 10 : 4),
    },
    during: async (handle) => {
      await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
    },
  },
  {
    name: 'amended-paused',
    script: {
      plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause', maxFailedRuns: 1 },
      amended: () => ({ ...limits, runCount: 24, onLimit: 'pause', hasAdded: true }),
      retry: (_jobNumber, asked) => (asked ? 4 : 0),
      collect: (jobNumber) =>
        jobNumber === 1 ? { change: timeouts } : small(jobNumber === 2 ? 10 : 4),
    },
    during: async (handle) => {
      while ((await handle.query(progressQuery)).state !== 'Paused') await delay(50);
      await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
      while ((await handle.query(progressQuery)).runs.total !== 24) await delay(50);
      await handle.executeUpdate(resumeStudyUpdate, asksResume());
    },
  },
  {
    name: 'amended-later',
    input: ticketFor({ asks: 'amend', revision: 2 }),
    script: {
      plan: {
        ...{ jobs: 3, runCount: 34, nextPlanned: 2, nextJobNumber: 4, done: 10 },
        ...{ revision: 2, hasAdded: true, onlyAmended: true },
      },
      retry: (jobNumber) => (jobNumber === 4 ? 4 : 0),
      collect: () => small(4),
    },
  },
  {
    name: 'amended-shared',
    // Two of its three planned jobs are left out, as others have runs of them; it waits for two, and runs the rest itself.
    script: {
      plan: { jobs: 3, runCount: 30, maxConcurrentJobs: 1 },
      amended: () => ({ ...limits, runCount: 30, maxConcurrentJobs: 1 }),
      sharedAnew: () => ({
        ...{ reused: 12, rest: 0, emptyJobs: [{ first: 2, last: 3 }], hasAdded: true, notes: [] },
        awaited: { runs: 2, studies: ['other-1'] },
      }),
      share: () => ({ reused: 14, rest: 0, awaited: { runs: 0, studies: [] }, notes: [] }),
      retry: (jobNumber, asked) => (asked && jobNumber === 4 ? 6 : 0),
      collect: (jobNumber) => small(jobNumber === 1 ? 10 : 6),
      before: async (name) => {
        if (name === 'collectJob') await isAmended;
      },
    },
    during: async (handle) => {
      while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(50);
      await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
      while ((await handle.query(progressQuery)).runs.reused !== 12) await delay(50);
      amendedNow();
    },
  },
];

/** Plays them one after the other. */
export async function playAmendments(stage: StoryStage): Promise<void> {
  for (const scene of [...scenes, amendedOutputs(), amendedAsStopped()]) await stage.play(scene);
}
