/** The schedule by which the reaper looks again and again, and whether the one on the server is it. */
import { remotePace } from '../run/messages.ts';
import type { ReaperInput } from '../run/reaper-contract.ts';
import type { FlowSchedule, FlowScheduleState } from '../temporal/flow-schedules.ts';
import { followsTiming } from '../temporal/follows-timing.ts';
import { reaperId } from '../temporal/names.ts';

/** The same whichever worker makes it. */
export const reaperSchedule: FlowSchedule = {
  scheduleId: reaperId,
  timing: {
    ...{ everyMs: 10 * 60_000, timezone: 'UTC', overlap: 'skip', jitterMs: 0 },
    // What was missed needs no making up: a worker looks at its start.
    catchupMs: 10_000,
  },
  workflowType: 'reaperWorkflow',
  input: { reason: 'schedule', pace: remotePace } satisfies ReaperInput,
  summary: 'Clusters and jobs that nobody answers for',
  attributes: [],
};

/** Why the schedule on the server has nobody look, or not when it should, as the rest of a sentence; undefined where it is as our workers make it. */
export function reaperFault(state: FlowScheduleState | undefined, now: Date): string | undefined {
  if (state === undefined) return 'there was none';
  if (state.refused !== undefined) return `our workers refuse what it sends: ${state.refused}`;
  if (state.misdirected !== undefined) return state.misdirected;
  if (state.paused) return 'somebody paused it';
  if (followsTiming(reaperSchedule.timing, state.nextTimes, now)) return undefined;
  return `it had other times: ${state.nextTimes.slice(0, 3).join(', ') || 'none'}`;
}
