/** Studies whose outputs are amended while they are open, as tests and histories play them. */
import { setTimeout as delay } from 'node:timers/promises';
import { amendStudyUpdate, progressQuery, stopStudyUpdate } from '../../workflows/messages.ts';
import type { Scene } from './story-stage.ts';
import { asksAmendment } from './tickets.ts';

const limits = {
  maxConcurrentJobs: 1,
  maxFailedRuns: 30,
  onLimit: 'finish',
  runCount: 20,
} as const;
const missing = (count: number) => [{ reason: 'output-missing', count } as const];

/** A promise with what resolves it. */
function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

/** One of its two jobs has ended, and the other one executes. */
export function amendedOutputs(): Scene {
  const isRead = signal();
  let collected = 0;
  return {
    name: 'amended-outputs',
    script: {
      plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, maxFailedRuns: 30 },
      amended: () => ({ ...limits, readsAnew: true }),
      anew: (inFlight) =>
        inFlight.length === 0
          ? {
              counts: { done: 18, failed: 2, failures: missing(2) },
              retryable: 0,
              note: 'Read anew: 20 runs',
            }
          : {
              counts: { done: 9, failed: 1, failures: missing(1) },
              retryable: 0,
              note: 'Read anew: 10 runs',
            },
      collect: () => ({ change: { done: 4, failed: 6, failures: missing(6) } }),
      before: async (name) => {
        if (name !== 'collectJob') return;
        collected += 1;
        if (collected === 2) await isRead.given;
      },
    },
    during: async (handle) => {
      while ((await handle.query(progressQuery)).runs.done < 4) await delay(20);
      while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(20);
      await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
      while ((await handle.query(progressQuery)).runs.done !== 9) await delay(20);
      isRead.give();
    },
  };
}

/** It is amended and stopped while its files are on the way. */
export function amendedAsStopped(): Scene {
  const isStopped = signal();
  return {
    name: 'amended-as-stopped',
    script: {
      amended: () => ({ ...limits, runCount: 10, readsAnew: true }),
      before: async (name) => {
        if (name === 'uploadStudyFile') await isStopped.given;
      },
    },
    during: async (handle) => {
      while ((await handle.query(progressQuery)).state !== 'Running') await delay(20);
      await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
      await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
      isStopped.give();
    },
  };
}
