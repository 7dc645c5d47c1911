import type { ExecutionSettings } from '../study/study.ts';

/** @returns how many of `runCount` planned runs may have failed; a share is rounded down */
export function limitOf(limit: ExecutionSettings['maxFailedRuns'], runCount: number): number {
  return limit.kind === 'count' ? limit.value : Math.floor(limit.value * runCount + 1e-9);
}
