/** A study whose job the platform lost before most of its runs began, and which is stopped before they run again. */
import { setTimeout as delay } from 'node:timers/promises';
import { progressQuery, stopStudyUpdate } from '../../workflows/messages.ts';
import type { Script } from './scripted-activities.ts';
import type { Scene } from './story-stage.ts';

const failures = [{ reason: 'not-started', count: 8 }] as const;

/** Eight of ten runs never began; the retry that they wait for is chosen only once the study is stopped. */
export const neverStarted: Script = {
  plan: { jobs: 2, runCount: 20, maxConcurrentJobs: 1, onLimit: 'pause', maxFailedRuns: 0 },
  collect: () => ({ change: { done: 2, failed: 8, failures } }),
  withdraw: () => ({ done: 2, failed: 0, failures: [] }),
};

/** Stops the study as soon as it waits with its failed runs. */
export async function stoppedBeforeItsRetry(
  handle: Parameters<NonNullable<Scene['during']>>[0],
): Promise<void> {
  while ((await handle.query(progressQuery)).state !== 'Paused') await delay(20);
  await handle.executeUpdate(stopStudyUpdate, { args: [{ mode: 'stop' }] });
}
