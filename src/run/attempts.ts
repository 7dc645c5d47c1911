/** All attempts of each run, and what they have spent of its retries. */
import { mayRetry, spend } from './retry-policy.ts';
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

/** `spent` with this attempt, where it failed by itself. */
export function spendOn(
  spent: Readonly<Record<string, number>>,
  attempt: RunOutcome,
): Readonly<Record<string, number>> {
  const reason = reasonOf(attempt);
  return reason === undefined || attempt.lostWithCluster === true ? spent : spend(spent, reason);
}

/** The failed attempts of a run other than this one, by cause. */
export function spentBefore(
  latest: RunOutcome,
  attempts: readonly RunOutcome[],
): Readonly<Record<string, number>> {
  return attempts.filter((one) => one !== latest).reduce(spendOn, {});
}

/**
 * True when a run whose latest attempt this is may run again by itself. One that was lost with its cluster may unless the study allows no tries at all:
 * how often is limited by how many clusters in a row are lost with nothing done.
 * @param spent failed attempts before this one, by cause
 */
export function mayRunAgain(
  latest: RunOutcome,
  spent: Readonly<Record<string, number>>,
  retries: Parameters<typeof mayRetry>[2],
): boolean {
  const reason = reasonOf(latest);
  if (reason === undefined) return false;
  return mayRetry(reason, latest.lostWithCluster === true ? {} : spent, retries);
}
