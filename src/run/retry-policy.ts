/** Which failed runs may run again by themselves: by cause, so that a licence outage doesn't use up the patience for a bad mesh. */
import { failureReasons, type FailureReason, type RetryCause } from './failure-reason.ts';

/** The cause under which a reason is retried; undefined for what people did on purpose. */
export function causeOf(reason: FailureReason): RetryCause | undefined {
  const { cause } = failureReasons[reason];
  return cause === 'never' ? undefined : cause;
}

/**
 * True when a run that just failed for `reason` may run again.
 * @param spent failed attempts before this one, by cause.
 */
export function mayRetry(
  reason: FailureReason,
  spent: Readonly<Record<string, number>>,
  retries: Readonly<Record<RetryCause, number>>,
): boolean {
  const cause = causeOf(reason);
  return cause !== undefined && (spent[cause] ?? 0) < retries[cause];
}

/** `spent` with one more failure for `reason`. */
export function spend(
  spent: Readonly<Record<string, number>>,
  reason: FailureReason,
): Record<string, number> {
  const cause = causeOf(reason);
  return cause === undefined ? { ...spent } : { ...spent, [cause]: (spent[cause] ?? 0) + 1 };
}
