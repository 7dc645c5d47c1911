/**
 * How the activities of each effect class are timed out and retried, with the reasons.
 *
 * - What only reads, or may be done twice without harm, never gives up: an outage of hours is lateness, not failure.
 * - What must not be done twice (create, submit) is tried once; the workflow looks before it tries again.
 * - All that is retried is scheduled anew after hours (`outbound.ts`): a forged answer may put the next try off for years.
 * - All activities send heartbeats: a lost worker is noticed after `heartbeatTimeoutMs`, within a study's own steps somewhat later.
 */
import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';
import type { RetryPolicy } from '@temporalio/common';
import type { Pace } from '../src/run/messages.ts';
import { transferTaskQueue } from '../src/temporal/names.ts';
import type { EffectClass } from './activity-table.ts';

/** Silence of something in flight after which a study looks at it again: 30 s, or 10 minutes where looks are billed. */
export function silenceMs({ retryMs }: Pace): number {
  return 60 * retryMs;
}

/** For ever, at intervals that grow to ten retry waits, 10 s at most. Trouble of the platform is waited out inside an activity. */
function patientRetry({ retryMs }: Pace): RetryPolicy {
  const maximumInterval = Math.min(10 * retryMs, 10_000);
  return {
    initialInterval: Math.min(500, maximumInterval),
    backoffCoefficient: 2,
    maximumInterval,
  };
}

/**
 * Silence after which the worker of a study's own step counts as lost: three times the pace's where that is short, as a machine under heavy load
 * may not send a heartbeat for seconds. A worker that dies within a step is noticed at most 8 s later for it.
 */
function stepHeartbeatMs({ heartbeatTimeoutMs }: Pace): number {
  return Math.max(heartbeatTimeoutMs, Math.min(3 * heartbeatTimeoutMs, 12_000));
}

/** Gives back the activity options of every effect class, with heartbeat timeouts and retries that fit `pace`. */
export function effectPolicies(pace: Pace): Readonly<Record<EffectClass, ActivityOptions>> {
  const { heartbeatTimeoutMs: heartbeatTimeout } = pace;
  const retry = patientRetry(pace);
  const within = { scheduleToCloseTimeout: '6 hours' } as const;
  return {
    // A full disk heals when someone mends it; what can't heal (a damaged store) is thrown as not retryable.
    step: {
      startToCloseTimeout: '1 hour',
      ...within,
      heartbeatTimeout: stepHeartbeatMs(pace),
      retry,
    },
    read: { startToCloseTimeout: '2 minutes', ...within, heartbeatTimeout, retry },
    write: { startToCloseTimeout: '2 minutes', ...within, heartbeatTimeout, retry },
    once: {
      startToCloseTimeout: '2 minutes',
      heartbeatTimeout,
      retry: { maximumAttempts: 1 },
      // Else the workflow's own worker has it, whatever platform that has.
      allowEagerDispatch: false,
      // The id in the answer must not be lost to a cancellation.
      cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    },
    transfer: {
      // A queue of its own, so that files never starve control calls.
      taskQueue: transferTaskQueue,
      startToCloseTimeout: '12 hours',
      scheduleToCloseTimeout: '48 hours',
      heartbeatTimeout,
      retry,
    },
    wait: {
      startToCloseTimeout: '2 hours',
      scheduleToCloseTimeout: '12 hours',
      heartbeatTimeout,
      retry,
      cancellationType: ActivityCancellationType.TRY_CANCEL,
    },
  };
}
