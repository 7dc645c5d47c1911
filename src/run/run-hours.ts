import type { RunOutcome } from './run-outcome.ts';

/** How long these attempts ran, h; those of which the platform doesn't tell the times count nothing. */
export function hoursOfRuns(outcomes: readonly RunOutcome[]): number {
  return outcomes.reduce((sum, { elapsedSeconds = 0 }) => sum + elapsedSeconds / 3600, 0);
}
