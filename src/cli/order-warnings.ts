/** What isn't with a standing order as its owner ordered it, for whoever looks at it: sentences, and what to do. */
import { readRefused, type DocumentFolder } from '../store/index.ts';
import type { FlowScheduleState } from '../temporal/flow-schedules.ts';
import type { FlowTiming } from '../temporal/flow-timing.ts';
import { followsTiming } from '../temporal/follows-timing.ts';
import { countOf } from './format-quantities.ts';
import type { Block } from './output/view.ts';

/** One thing that isn't as it was ordered. */
export interface OrderWarning {
  readonly sentence: string;
  /** Absent where it is over. */
  readonly toDo?: string;
}

/** An order, as far as its times go. */
export interface WatchedOrder {
  readonly folder: DocumentFolder;
  readonly timing: FlowTiming | undefined;
  /** Absent where no server is up, or it has no such schedule. */
  readonly state: FlowScheduleState | undefined;
  /** How its schedule is made anew. */
  readonly remedy: string;
}

/** Starts that were refused, and a schedule on the server that isn't the ordered one. */
export async function readOrderWarnings(
  { folder, timing, state, remedy }: WatchedOrder,
  now: Date,
): Promise<readonly OrderWarning[]> {
  const refused = await readRefused(folder);
  const isOther =
    state !== undefined &&
    timing !== undefined &&
    !state.paused &&
    state.refused === undefined &&
    !followsTiming(timing, state.nextTimes, now);
  return [
    ...(state?.refused === undefined
      ? []
      : [
          {
            sentence: `Our workers refuse what Temporal's schedule sends: ${state.refused}`,
            toDo: remedy,
          },
        ]),
    ...(state?.misdirected === undefined
      ? []
      : [
          {
            sentence: `Temporal's schedule was changed by somebody: ${state.misdirected}`,
            toDo: remedy,
          },
        ]),
    ...(isOther
      ? [
          {
            sentence: `Temporal's schedule has other times than were ordered: ${state.nextTimes.slice(0, 3).join(', ') || 'none'}; what comes at a time that nobody ordered is refused`,
            toDo: remedy,
          },
        ]
      : []),
    ...(refused === undefined
      ? []
      : [
          {
            sentence: `${countOf(refused.count, 'start')} at times that nobody ordered ${refused.count === 1 ? 'was' : 'were'} refused; the last at ${refused.lastAt}, for ${refused.lastTime}`,
          },
        ]),
  ];
}

/** Warnings as facts of one order. */
export function warningRows(
  warnings: readonly OrderWarning[],
): readonly (readonly [string, string])[] {
  return warnings.flatMap(({ sentence, toDo }) => [
    ['warning', sentence] as const,
    ...(toDo === undefined ? [] : [['to do', toDo] as const]),
  ]);
}

/** Warnings below a list of orders. */
export function listedWarnings(
  named: readonly (readonly [name: string, warnings: readonly OrderWarning[]])[],
): readonly Block[] {
  const lines = named.flatMap(([name, warnings]) =>
    warnings.flatMap(({ sentence, toDo }) => [
      `${name}: ${sentence}`,
      ...(toDo === undefined ? [] : [`  to do: ${toDo}`]),
    ]),
  );
  return lines.length === 0 ? [] : [{ kind: 'text', lines }];
}
