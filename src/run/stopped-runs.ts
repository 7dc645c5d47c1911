import type { StudyProgress } from './messages.ts';

/** How many of the runs that count as failed were stopped by a person or a guard: nothing of them failed. */
export function stoppedRuns({ failures }: Pick<StudyProgress, 'failures'>): number {
  return failures.find(({ reason }) => reason === 'stopped')?.count ?? 0;
}
