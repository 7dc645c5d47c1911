/** Reports of one job, as its study keeps them. */
import type { JobProgress } from '../../src/run/messages.ts';

/** What is known of a job that is about to start. */
export function newJob(jobNumber: number): JobProgress {
  return { jobNumber, runs: 0, phase: 'creating' };
}

/** True where two reports of a job say the same. */
export function isSameProgress(a: JobProgress, b: JobProgress): boolean {
  const keys = Object.keys({ ...a, ...b }) as (keyof JobProgress)[];
  return keys.every((key) => a[key] === b[key]);
}
