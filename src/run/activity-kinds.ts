/** Which activities may be repeated without a look, and which a study can do without. */
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
