/** Which failed runs may run again by themselves: by cause, so that a licence outage doesn't use up the patience for a bad mesh. */
import { assertNever } from '../errors.ts';
import type { FailureReason } from './run-state.ts';

/** Causes of a failed run that are retried apart from each other. */
export type RetryCause = 'platform' | 'timeout' | 'solver' | 'output';

/** The cause under which a reason is retried; undefined for what people did on purpose. */
export function causeOf(reason: FailureReason): RetryCause | undefined {
  switch (reason) {
    case 'cut':
    case 'not-started':
    case 'job-failed':
      return 'platform';
    case 'timeout':
      return 'timeout';
    case 'exit-code':
    case 'process':
      return 'solver';
    case 'output-missing':
    case 'output-invalid':
    case 'output-damaged':
    case 'inputs-differ':
    case 'expression':
      return 'output';
    case 'stopped':
      return undefined;
    default:
      return assertNever(reason);
  }
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
