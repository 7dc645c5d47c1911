/**
 * How every activity is timed out and retried, with the reasons. The only place where workflows meet activities.
 *
 * - Nothing that only reads, or may be done twice without harm, ever gives up: an outage of hours is lateness, not failure.
 * - What must not be done twice (create, submit) is tried once; the workflow looks before it tries again.
 * - All beat: a lost worker is noticed after `heartbeatTimeoutMs`, however long the attempt may take.
 */
import {
  ActivityCancellationType,
  proxyActivities,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../src/run/activity-contract.ts';
import { activitySummaries } from './activity-summaries.ts';
import type { Pace } from '../src/run/messages.ts';
import { transferTaskQueue } from '../src/temporal/names.ts';

/** Grows to a minute: long enough not to press a sick server, short enough that its recovery is seen soon. */
const patientRetry = { initialInterval: 500, backoffCoefficient: 2, maximumInterval: 60_000 };

/** The activities by kind of effect, for one study's pace. */
export interface ActivityProxies {
  /** The study's own steps on the store: plan, prepare, merge. Repeatable. */
  readonly step: Activities;
  /** One GET of the platform. */
  readonly read: Activities;
  /** One call that may be repeated: stop, custom fields. */
  readonly write: Activities;
  /** One call that must be looked up before it is repeated: create, submit. */
  readonly once: Activities;
  /** Whole files up or down, on their own queue so that they never starve control calls. */
  readonly transfer: Activities;
  /** Waits for news for as long as an hour, then returns empty-handed and is called anew. */
  readonly wait: Activities;
}

/** Proxies whose heartbeats fit `pace`. Call once at the top of a workflow. */
export function createActivityProxies(pace: Pace): ActivityProxies {
  const heartbeatTimeout = pace.heartbeatTimeoutMs;
  return {
    step: summarised({
      startToCloseTimeout: '1 hour',
      heartbeatTimeout,
      // A step fails for reasons that stay (a damaged store, a full disk): after a while someone has to look.
      retry: { ...patientRetry, maximumAttempts: 20 },
    }),
    read: summarised({
      startToCloseTimeout: '2 minutes',
      heartbeatTimeout,
      retry: patientRetry,
    }),
    write: summarised({
      startToCloseTimeout: '2 minutes',
      heartbeatTimeout,
      retry: patientRetry,
    }),
    once: summarised({
      startToCloseTimeout: '2 minutes',
      heartbeatTimeout,
      retry: { maximumAttempts: 1 },
      // The id in the answer must not be lost to a cancellation.
      cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    }),
    transfer: summarised({
      taskQueue: transferTaskQueue,
      startToCloseTimeout: '12 hours',
      heartbeatTimeout,
      retry: patientRetry,
    }),
    wait: summarised({
      startToCloseTimeout: '2 hours',
      heartbeatTimeout,
      retry: patientRetry,
      cancellationType: ActivityCancellationType.TRY_CANCEL,
    }),
  };
}

/** Proxies whose every call carries its summary. */
function summarised(options: ActivityOptions): Activities {
  const proxies = proxyActivities<Activities>(options);
  const names = Object.keys(activitySummaries) as (keyof Activities)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (input: never) =>
        proxies[name].executeWithOptions({ summary: activitySummaries[name](input) }, [input]),
    ]),
  ) as unknown as Activities;
}
