import { ApplicationFailure } from '@temporalio/common';

/** A failure that no further try mends. */
export function notOurs(what: string, why: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `Nothing was done with ${what} on the platform, as ${why}`,
    'NOT_OURS',
  );
}
