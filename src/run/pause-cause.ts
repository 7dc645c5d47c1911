/** Everything that pauses a study: its owner, a guard or limit by its name in the study file, or that there is no cluster to go on with. */
export const pauseCauses = [
  'owner',
  'budget',
  'canary',
  'failFast',
  'maxConsecutiveFailedRuns',
  'maxFailedRuns',
  'cluster',
] as const;

/** What paused a study. */
export type PauseCause = (typeof pauseCauses)[number];

/** Whether runs that failed had the study pause: what is to be done begins with why. */
export function isOfFailures(cause: PauseCause | undefined): boolean {
  return cause !== undefined && !['owner', 'budget', 'cluster'].includes(cause);
}
