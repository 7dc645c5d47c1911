/** Reads what the pending activities of a workflow wait for: from their heartbeats, and from the failure before their next try. */
import {
  delayedStepCode,
  faultCode,
  lostStepCode,
  pausedStepCode,
  stuckWorkflowCode,
} from '../run/cures.ts';
import { isTrouble, readTrouble, troubleOf, type Trouble } from '../run/trouble.ts';
import type { JobProgress } from '../run/messages.ts';
import { heartbeatDetailsOf, type Instant, type PendingActivity } from './pending-activities.ts';

const waitsForNextTry = 1;
/** A platform may ask for a quarter of an hour between two tries. */
const farOffMs = 20 * 60_000;
/** Tries of a workflow's step that a crash or a restart of its worker explains. */
const stuckAttempts = 5;

/** The fields of a description that tell whether a workflow can go on. */
interface DescribedStory {
  readonly workflowId: string;
  readonly raw: {
    readonly pendingWorkflowTask?: {
      readonly attempt?: number | null;
      readonly originalScheduledTime?: Instant | null;
    } | null;
  };
}

/** What these activities wait for; one that works has nothing to say but of a fault of the program, whatever an earlier try said. */
export function troublesOfActivities(
  activities: readonly PendingActivity[],
  now: Date,
): readonly Trouble[] {
  return activities.flatMap((activity) => {
    const told = heartbeatDetailsOf([activity]).flatMap((detail) => readTrouble(detail) ?? []);
    const held = heldBack(activity, now);
    if (held !== undefined) return [held];
    const { state, attempt, lastFailure } = activity;
    if (lastFailure == null || (attempt ?? 1) < 2) return told;
    const code = lastFailure.applicationFailureInfo?.type ?? lostStepCode;
    // A fault of the program is met again by the try under way.
    if (state !== waitsForNextTry && code !== faultCode) return told;
    const message = lastFailure.message ?? 'no reason was given';
    const attempts = (attempt ?? 2) - 1;
    const since = earliestKnown(activity, now).toISOString();
    return [troubleOf({ code, message, attempts }, since, told[0])];
  });
}

/** A step that waits as no worker of ours would have it wait. */
function heldBack(activity: PendingActivity, now: Date): Trouble | undefined {
  const { activityType, activityId, workflowId, nextAttemptScheduleTime, paused } = activity;
  const step = `${activityType?.name ?? 'a step'} (--workflow-id ${workflowId ?? ''} --activity-id ${activityId ?? ''})`;
  const since = earliestKnown(activity, now).toISOString();
  if (paused === true) {
    return troubleOf({ code: pausedStepCode, message: `${step} is paused`, attempts: 0 }, since);
  }
  const next = msOf(nextAttemptScheduleTime) ?? 0;
  if (next - now.getTime() < farOffMs) return undefined;
  const message = `the next try of ${step} is at ${timeOf(next)}`;
  const attempts = Math.max(0, (activity.attempt ?? 1) - 1);
  return troubleOf({ code: delayedStepCode, message, attempts }, since);
}

/** Temporal's times go past those that JavaScript has. */
function timeOf(ms: number): string {
  const longestMs = 8.64e15;
  return ms < longestMs ? new Date(ms).toISOString() : 'no time of this age';
}

/** What a workflow itself waits for: a step of its story that fails however often it is tried. */
export function troublesOfWorkflow(
  { workflowId, raw }: DescribedStory,
  now: Date,
): readonly Trouble[] {
  const { attempt, originalScheduledTime } = raw.pendingWorkflowTask ?? {};
  if ((attempt ?? 0) < stuckAttempts) return [];
  const since = new Date(Math.min(now.getTime(), msOf(originalScheduledTime) ?? Infinity));
  const attempts = (attempt ?? 1) - 1;
  const message = `the next step of workflow ${workflowId} failed each time`;
  return [troubleOf({ code: stuckWorkflowCode, message, attempts }, since.toISOString())];
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
