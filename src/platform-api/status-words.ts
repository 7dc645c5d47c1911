/** A job's statuses by their display names, in no order of time. */
export const jobStatuses = [
  'Pending',
  'Queued',
  'Started',
  'Validated',
  'Executing',
  'Completed',
  'Stopping',
  'Waiting for Cluster',
  'Force Stop',
  'Waiting for Queue',
] as const;

/** A cluster's statuses by their display names. */
export const clusterStatuses = [
  'Not Started',
  'Pending',
  'Queued',
  'Starting',
  'Started',
  'Stop Requested',
  'Stopping',
  'Stopped',
  'Unknown',
  'Error',
] as const;

export type JobStatus = (typeof jobStatuses)[number];
export type ClusterStatus = (typeof clusterStatuses)[number];

const displayNames = new Map<string, string>(
  [...jobStatuses, ...clusterStatuses].map((name) => [fold(name), name]),
);

/** Statuses after which nothing more comes. Only Completed is the platform's own; the others are known from clients. */
const terminalJobStatuses = new Set(
  ['Completed', 'Failed', 'Stopped', 'Force Stopped', 'Terminated'].map(fold),
);

/** The display name of a status however it is spelled (`FORCE_STOP` gives `Force Stop`); an unknown word stays as it is. */
export function normaliseStatus(text: string): string {
  return displayNames.get(fold(text)) ?? text.trim();
}

/** True when a job in this status will not move any more. Unknown words are not terminal. */
export function isTerminalJobStatus(text: string): boolean {
  return terminalJobStatuses.has(fold(text));
}

/** The filter word of a status: `Waiting for Queue` gives `WAITING_FOR_QUEUE`. */
export function statusFilterWord(text: string): string {
  return fold(text).replaceAll(' ', '_').toUpperCase();
}

function fold(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}
