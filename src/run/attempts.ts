/** All attempts of each run, and what they have spent of its retries. */
import { spend } from './retry-policy.ts';
import { reasonOf, type RunOutcome } from './run-outcome.ts';

/** The attempts of each run, in the order they come in. */
export function attemptsByRun(
  outcomes: readonly (readonly RunOutcome[])[],
): ReadonlyMap<number, readonly RunOutcome[]> {
  const attempts = new Map<number, RunOutcome[]>();
  for (const outcome of outcomes.flat()) {
    const earlier = attempts.get(outcome.run);
    if (earlier === undefined) attempts.set(outcome.run, [outcome]);
    else earlier.push(outcome);
  }
  return attempts;
}

/** The failed attempts of a run other than this one, by cause. */
export function spentBefore(
  latest: RunOutcome,
  attempts: readonly RunOutcome[],
): Record<string, number> {
  const reasons = attempts.filter((one) => one !== latest).flatMap((one) => reasonOf(one) ?? []);
  return reasons.reduce<Record<string, number>>(spend, {});
}
