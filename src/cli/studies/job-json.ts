import type { JobProgress } from '../../run/messages.ts';

/**
 * A job for programs. `collected` is what was judged of one in flight, whose `change` is in the study's `runs` already; of one that has ended all
 * is there, and what it had said on the way would be less.
 */
export function jobJson({ collected, ...job }: JobProgress): JobProgress {
  const isOver = job.phase === 'done' || job.phase === 'failed';
  return collected === undefined || isOver ? job : { ...job, collected };
}
