/** How long an hour of walltime lasts. */
import type { Environment } from './environment.ts';

/**
 * An hour of walltime, in milliseconds: an hour, or as many seconds as a rehearsal on the local platform says by DOEFLOW_LOCAL_HOUR. That of a
 * paid platform is an hour whatever the environment says.
 */
export function hardwareHourMs(env: Environment, isLocal: boolean): number {
  const seconds = Number(env['DOEFLOW_LOCAL_HOUR'] ?? '');
  return isLocal && seconds > 0 && seconds <= 3600 ? seconds * 1000 : 3_600_000;
}
