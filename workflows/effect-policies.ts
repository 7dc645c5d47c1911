/**
 * How the activities of each effect class are timed out and retried, with the reasons.
 *
 * - What only reads, or may be done twice without harm, never gives up: an outage of hours is lateness, not failure.
 * - What must not be done twice (create, submit) is tried once; the workflow looks before it tries again.
 * - All activities send heartbeats: a lost worker is noticed after `heartbeatTimeoutMs`, however long the attempt may take.
 */
import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';
import type { Pace } from '../src/run/messages.ts';
import { transferTaskQueue } from '../src/temporal/names.ts';
import type { EffectClass } from './activity-table.ts';

/** Grows to a minute: long enough not to press a sick server, short enough that its recovery is seen soon. */
const patientRetry = { initialInterval: 500, backoffCoefficient: 2, maximumInterval: 60_000 };

/** Gives back the activity options of every effect class, with heartbeat timeouts that fit `pace`. */
export function effectPolicies({
  heartbeatTimeoutMs: heartbeatTimeout,
}: Pace): Readonly<Record<EffectClass, ActivityOptions>> {
  return {
    step: {
      startToCloseTimeout: '1 hour',
      heartbeatTimeout,
      // A step fails for reasons that stay (a damaged store, a full disk): after a while someone has to look.
      retry: { ...patientRetry, maximumAttempts: 20 },
    },
    read: { startToCloseTimeout: '2 minutes', heartbeatTimeout, retry: patientRetry },
    write: { startToCloseTimeout: '2 minutes', heartbeatTimeout, retry: patientRetry },
    once: {
      startToCloseTimeout: '2 minutes',
      heartbeatTimeout,
      retry: { maximumAttempts: 1 },
      // The id in the answer must not be lost to a cancellation.
      cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    },
    transfer: {
      // A queue of its own, so that files never starve control calls.
      taskQueue: transferTaskQueue,
      startToCloseTimeout: '12 hours',
      heartbeatTimeout,
      retry: patientRetry,
    },
    wait: {
      startToCloseTimeout: '2 hours',
      heartbeatTimeout,
      retry: patientRetry,
      cancellationType: ActivityCancellationType.TRY_CANCEL,
    },
  };
}
