/** Limit on planned runs whose latest attempt failed: a number of runs, or a fraction of the planned ones. */
export interface FailureLimit {
  readonly kind: 'count' | 'fraction';
  readonly value: number;
}

/** @returns how many of `runCount` planned runs may have failed; a share is rounded down */
export function limitOf(limit: FailureLimit, runCount: number): number {
  return limit.kind === 'count' ? limit.value : Math.floor(limit.value * runCount + 1e-9);
}
