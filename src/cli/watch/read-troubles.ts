/** Reads what the pending activities of a workflow wait for: from their heartbeats, and from the failure before their next try. */
import { faultCode } from '../../run/cures.ts';
import { isTrouble, readTrouble, troubleOf, type Trouble } from '../../run/trouble.ts';
import type { JobProgress } from '../../run/messages.ts';
import { heartbeatDetailsOf, type Instant, type PendingActivity } from './pending-activities.ts';

const waitsForNextTry = 1;

/** What these activities wait for; one that works has nothing to say but of a fault of the program, whatever an earlier try said. */
export function troublesOfActivities(
  activities: readonly PendingActivity[],
  now: Date,
): readonly Trouble[] {
  return activities.flatMap((activity) => {
    const told = heartbeatDetailsOf([activity]).flatMap((detail) => readTrouble(detail) ?? []);
    const { state, attempt, lastFailure } = activity;
    if (lastFailure == null || (attempt ?? 1) < 2) return told;
    const code = lastFailure.applicationFailureInfo?.type ?? 'ACTIVITY_LOST';
    // A fault of the program is met again by the try under way.
    if (state !== waitsForNextTry && code !== faultCode) return told;
    const message = lastFailure.message ?? 'no reason was given';
    const attempts = (attempt ?? 2) - 1;
    const since = earliestKnown(activity, now).toISOString();
    return [troubleOf({ code, message, attempts }, since, told[0])];
  });
}

/** The earliest time at which a try is known to have failed or been under way: no later than now, as Temporal also gives times that are to come. */
function earliestKnown(
  { lastAttemptCompleteTime, lastStartedTime }: PendingActivity,
  now: Date,
): Date {
  const times = [lastAttemptCompleteTime, lastStartedTime].flatMap((time) => msOf(time) ?? []);
  return new Date(Math.min(now.getTime(), ...times));
}

function msOf(time: Instant | null | undefined): number | undefined {
  const seconds = Number(String(time?.seconds ?? ''));
  return seconds > 0 ? seconds * 1000 + Math.floor((time?.nanos ?? 0) / 1e6) : undefined;
}

/** What the jobs of a study say that they wait for. */
export function troublesOfJobs(jobs: readonly JobProgress[], now: Date): readonly Trouble[] {
  return jobs
    .filter(({ phase }) => phase !== 'done' && phase !== 'failed')
    .flatMap(({ trouble, troubleCode, troubleSince, jobNumber }) => {
      if (trouble === undefined || troubleCode === undefined) return [];
      const failure = { code: troubleCode, message: `job ${jobNumber}: ${trouble}` };
      const said = troubleOf(failure, troubleSince ?? now.toISOString());
      return isTrouble(said) ? [said] : [];
    });
}
