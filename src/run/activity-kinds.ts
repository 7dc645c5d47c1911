/** Which activities may be repeated without a look, which a study can do without, and which only wait. */
import type { Activities } from './activity-contract.ts';

/** The activities whose effect must be looked up before it is repeated: they pay, or make what is paid for. */
const unrepeatable: ReadonlySet<string> = new Set([
  'createJob',
  'submitJob',
  'createCluster',
  'startCluster',
] satisfies readonly (keyof Activities)[]);

/** True for an activity that may be tried again without a look at what the failed try left. */
export function isRepeatable(activity: string): boolean {
  return !unrepeatable.has(activity);
}

/** The activities whose refusal costs a study no result: it notes the refusal and goes on. */
const dispensable: ReadonlySet<string> = new Set([
  'watchJobs',
  'collectEndedRuns',
  'planRetry',
  'readPrice',
  'describeStudy',
  'assignFindings',
  'writeFindings',
  'readFindings',
] satisfies readonly (keyof Activities)[]);

/** True for an activity that a study can do without. */
export function isDispensable(activity: string): boolean {
  return dispensable.has(activity);
}

/** The activities that wait for news and do nothing else: their worker hands them back as soon as it is asked to end. */
const waiting: ReadonlySet<string> = new Set([
  'watchJobs',
  'watchCluster',
  'awaitSharedRuns',
] satisfies readonly (keyof Activities)[]);

/** True for an activity that only waits. */
export function isWaiting(activity: string): boolean {
  return waiting.has(activity);
}
