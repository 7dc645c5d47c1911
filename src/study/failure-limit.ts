import type { ExecutionSettings } from './study.ts';

/** Number of failed runs that `maxFailedRuns` still allows among `plannedRuns`; a fraction is rounded down. */
export function limitOf(limit: ExecutionSettings['maxFailedRuns'], plannedRuns: number): number {
  return limit.kind === 'count' ? limit.value : Math.floor(limit.value * plannedRuns + 1e-9);
}
