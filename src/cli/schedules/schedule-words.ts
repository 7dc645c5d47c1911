/** A schedule of a recurring study as the verbs show it. */
import type { NotifySettings, OccurrenceResult, RecurrenceOrder } from '../../recurrence/index.ts';
import type { FlowScheduleState } from '../../temporal/flow-schedules.ts';
import { timingWords, type FlowTiming } from '../../temporal/flow-timing.ts';
import type { FailureCause } from '../../run/failure-causes.ts';
import type { StoredOccurrence } from './recurrences.ts';

/** The timing that Temporal is given. */
export function flowTimingOf({
  timing,
  overlap,
}: Pick<RecurrenceOrder, 'timing' | 'overlap'>): FlowTiming {
  return { ...timing, overlap: overlap === 'skip' ? 'skip' : 'buffer-one' };
}

/** What holds while a study of the name is open. */
export function overlapWords(overlap: RecurrenceOrder['overlap']): string {
  return overlap === 'skip'
    ? 'skip: nothing is run while a study of this name is open'
    : 'wait: begins when the open study of this name has ended';
}

/** Who is told; an address without its path, which may be a secret. */
export function notifyWords({ url, command }: NotifySettings): string {
  const told = [
    ...(url === undefined ? [] : [new URL(url).origin]),
    ...(command === undefined ? [] : [`the command ${command}`]),
  ];
  return told.length === 0 ? 'nobody' : told.join(' and ');
}

/** The folders outside its own that the study was allowed to read; no row where there are none. */
export function outsideRows({
  allowedOutside = [],
}: Pick<RecurrenceOrder, 'allowedOutside'>): readonly (readonly [string, string])[] {
  return allowedOutside.length === 0 ? [] : [['outside', allowedOutside.join(', ')]];
}

/** What became of an occurrence, in a word or two, and how many runs failed. */
export function outcomeWords(occurrence: StoredOccurrence | undefined): string {
  if (occurrence === undefined) return 'never came';
  const { result } = occurrence;
  if (result === undefined) return 'not closed yet';
  const { comparison, moved, runs } = result;
  const more = [
    ...(comparison === 'moved' ? [moved === 1 ? '1 value' : `${moved} values`] : []),
    ...(runs === undefined || runs.failed === 0
      ? []
      : [`${runs.failed} of ${runs.total} runs failed`]),
  ];
  return more.length === 0 ? comparison : `${comparison} (${more.join(', ')})`;
}

/** What became of an occurrence that was waited for; says plainly that runs failed, where that is why nothing could be compared. */
export function endedWords(
  { comparison, moved }: Pick<OccurrenceResult, 'comparison' | 'moved'>,
  causes: readonly Pick<FailureCause, 'runs'>[],
): string {
  const failed = causes.reduce((sum, { runs }) => sum + runs, 0);
  if (comparison === 'incomparable' && failed > 0) {
    return `${failed === 1 ? '1 run' : `${failed} runs`} failed, so it could not be compared`;
  }
  if (comparison !== 'moved') return comparison;
  return `moved (${moved === 1 ? '1 value' : `${moved} values`})`;
}

/** How the schedule stands with Temporal. @param state `unknown` while no server is up; absent where it has no such schedule */
export function standingWords(state: FlowScheduleState | 'unknown' | undefined): string {
  if (state === 'unknown') return 'not up';
  if (state === undefined) return 'gone from Temporal';
  if (state.refused !== undefined) {
    return 'refused by every worker, as an earlier version or somebody else made it: create it again with --replace';
  }
  return state.paused ? 'paused' : 'active';
}

/** {@link standingWords}, and how many times were left out. */
export function standingLine(state: FlowScheduleState | 'unknown' | undefined): string {
  const words = standingWords(state);
  if (state === undefined || state === 'unknown') return words;
  const leftOut = state.skipped + state.missed;
  return leftOut === 0 ? words : `${words}, ${leftOut} left out`;
}

/** The newest workflow of a schedule, where it ended without a result: nothing of it may be in the store. */
export interface LostOccurrence {
  readonly workflowId: string;
  readonly scheduledAt: string;
  /** Temporal's word. */
  readonly status: string;
}

/** One schedule for programs. */
export function scheduleJson(
  order: RecurrenceOrder,
  state: FlowScheduleState | 'unknown' | undefined,
  last: StoredOccurrence | undefined,
  lost?: LostOccurrence,
) {
  const { cron, everyMs, timezone, catchupMs, jitterMs } = order.timing;
  const known = state === 'unknown' ? undefined : state;
  return {
    schedule: order.name,
    study: order.study.studyName,
    planHash: order.study.planHash,
    takenAt: order.takenAt,
    standing: standingWords(state),
    paused: known?.paused ?? null,
    note: known?.note ?? null,
    when: { words: timingWords(flowTimingOf(order)), cron, everyMs, timezone },
    overlap: order.overlap,
    catchupMs,
    jitterMs,
    next: known?.nextTimes ?? null,
    skipped: known?.skipped ?? null,
    missed: known?.missed ?? null,
    notify: {
      url: order.notify.url === undefined ? null : new URL(order.notify.url).origin,
      command: order.notify.command ?? null,
    },
    allowedOutside: order.allowedOutside ?? [],
    last: last === undefined ? null : occurrenceJson(last),
    lost: lost ?? null,
  };
}

/** One occurrence for programs. */
export function occurrenceJson({ passTime, studyId, result }: StoredOccurrence) {
  return {
    passTime,
    studyId: studyId ?? null,
    state: result?.state ?? null,
    comparison: result?.comparison ?? null,
    moved: result?.moved ?? null,
    runs: result?.runs ?? null,
    comparedWith: result?.comparedWith?.studyId ?? null,
    notes: result?.notes ?? [],
  };
}
