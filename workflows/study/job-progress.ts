/** Reports of one job, as its study keeps them. */
import type { JobProgress } from '../../src/run/messages.ts';

/** What is known of a job that is about to start. */
export function newJob(jobNumber: number): JobProgress {
  return { jobNumber, runs: 0, phase: 'creating' };
}

/** True where two reports of a job are one. */
export function isSameProgress(a: JobProgress, b: JobProgress): boolean {
  const keys = Object.keys({ ...a, ...b }) as (keyof JobProgress)[];
  return keys.every((key) => a[key] === b[key]);
}

/** True where a job has told nothing, or only again what it had told. */
export function isNothingNew(before: JobProgress, later: JobProgress): boolean {
  if (before === later) return true;
  const { saidMs } = before;
  return saidMs !== undefined && isSameProgress(before, { ...later, saidMs });
}

/** True for a report that a later one of the job has overtaken on its way. */
function isOvertaken(told: JobProgress, known: JobProgress): boolean {
  return told.saidMs !== undefined && known.saidMs !== undefined && told.saidMs < known.saidMs;
}

/** What is known of a job after it told this; the platform status last heard stays, as jobs learn of it only from the study. A report that was overtaken tells nothing. */
export function progressAfter(before: JobProgress, told: JobProgress): JobProgress {
  if (isOvertaken(told, before)) return before;
  // What an earlier workflow of the job has collected stays until the next one says more.
  const { platformStatus, collected } = before;
  return {
    ...told,
    ...(before.stopped || told.phase === 'stopping' ? { stopped: true as const } : {}),
    ...(platformStatus === undefined ? {} : { platformStatus }),
    ...(told.collected !== undefined || collected === undefined ? {} : { collected }),
  };
}

/** What the next workflow of a job begins with: the platform's status is forgotten, so that the next look tells it anew. */
export function progressOfNext({
  jobNumber,
  runs,
  phase,
  jobId,
  collected,
}: JobProgress): JobProgress {
  return {
    ...{ jobNumber, runs, phase },
    ...(jobId === undefined ? {} : { jobId }),
    ...(collected === undefined ? {} : { collected }),
  };
}
