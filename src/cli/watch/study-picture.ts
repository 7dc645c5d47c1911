/** Turns looks at a study into pictures. Pure: what earlier looks saw is kept in a {@link WatchMemory}. */
import type { StudyProgress } from '../../run/messages.ts';
import {
  addSample,
  estimateThroughput,
  estimateTimeLeft,
  type Sample,
} from './estimate-time-left.ts';
import { followTroubles, type KnownTrouble } from '../../look/follow-troubles.ts';
import type { Look } from '../../look/look-at-study.ts';
import { endedRuns, type WatchState } from './watch-state.ts';

/** What the looks so far have seen. */
export interface WatchMemory {
  /** The latest known; absent until a look saw one. */
  readonly progress: StudyProgress | undefined;
  readonly samples: readonly Sample[];
  /** Kept across looks: between two waits of the study nobody reports, and no run has been lost. */
  readonly runsInside: ReadonlyMap<string, number>;
  readonly runsRunning: ReadonlyMap<string, number>;
  readonly troubles: readonly KnownTrouble[];
  /** Of the latest look alone. */
  readonly copying?: Look['copying'];
}

/** Nothing was seen yet. */
export const nothingSeen: WatchMemory = {
  progress: undefined,
  samples: [],
  runsInside: new Map(),
  runsRunning: new Map(),
  troubles: [],
};

/** `memory` with what one more look saw. @param elapsedMs since the study was started */
export function remember(
  memory: WatchMemory,
  look: Look,
  elapsedMs: number,
  now: Date,
): WatchMemory {
  const { isBlind } = look;
  const troubles = followTroubles(memory.troubles, look.troubles, now.getTime(), { isBlind });
  const progress = look.progress ?? memory.progress;
  const runsInside = new Map([...memory.runsInside, ...look.runsInside]);
  const runsRunning = new Map([...memory.runsRunning, ...(look.runsRunning ?? [])]);
  // A look that saw nothing must not read as runs lost.
  if (progress === undefined || look.progress === undefined) {
    return { ...memory, progress, runsInside, runsRunning, troubles, copying: look.copying };
  }
  const ended = endedRuns({ progress, runsInside });
  // Runs that run again are no longer ended: from here on their speed counts.
  const isSetBack = ended < (memory.samples.at(-1)?.ended ?? 0);
  const samples = addSample(isSetBack ? [] : memory.samples, { atMs: elapsedMs, ended });
  return { progress, runsInside, runsRunning, troubles, samples, copying: look.copying };
}

/** The picture to show; undefined until a look saw the study. */
export function pictureOf(
  { progress, samples, runsInside, runsRunning, troubles, copying }: WatchMemory,
  at: Pick<WatchState, 'elapsedMs' | 'uiUrl' | 'now' | 'causes' | 'cost' | 'notes'> & {
    readonly over: boolean;
  },
): WatchState | undefined {
  if (progress === undefined) return undefined;
  const { over, ...rest } = at;
  const isMoving = !over && progress.state === 'Running';
  const left = isMoving
    ? estimateTimeLeft(samples, progress.runs.total - (progress.runs.withdrawn ?? 0))
    : undefined;
  const runsPerHour = isMoving ? estimateThroughput(samples) : undefined;
  const shown = over ? [] : troubles.map(({ trouble }) => trouble);
  return {
    ...{ ...rest, progress, runsInside, runsRunning, left, runsPerHour, troubles: shown },
    ...(over || copying === undefined ? {} : { copying }),
  };
}
