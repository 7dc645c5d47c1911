import type { StudyProgress } from './messages.ts';

/** How many of the runs that count as failed were stopped by a person or a guard: nothing of them failed. */
export function stoppedRuns({ failures }: Pick<StudyProgress, 'failures'>): number {
  return failures.find(({ reason }) => reason === 'stopped')?.count ?? 0;
}

/** Why runs failed, by reason: without those that were stopped. */
export function withoutStopped<Failure extends { readonly reason: string }>(
  failures: readonly Failure[],
): readonly Failure[] {
  return failures.filter(({ reason }) => reason !== 'stopped');
}

/** The counts as people are told them: what was stopped is apart from what failed. */
export function apartFromStopped<Runs extends { readonly failed: number }>(
  runs: Runs,
  stopped: number,
): Runs & { readonly stopped: number } {
  return { ...runs, failed: runs.failed - stopped, stopped };
}
