/** Watches a study until it ends, the user interrupts, or the time is over; an outage of Temporal or the workers only delays it. */
import { WorkflowFailedError } from '@temporalio/client';
import type { StudyResult } from '../../run/messages.ts';
import type { StudyHandle } from '../studies/open-study.ts';
import type { Trouble } from '../../run/trouble.ts';
import { hearClose } from './hear-close.ts';
import { isWaitingForPerson } from './is-waiting-for-person.ts';
import { pause } from './pause.ts';
import { isOutage, lookAtStudy, type LookTarget } from '../../look/look-at-study.ts';
import { nothingSeen, pictureOf, remember, type WatchMemory } from './study-picture.ts';
import type { StudyFactsReader } from './study-facts.ts';
import type { WatchState } from './watch-state.ts';

export type WatchEnd =
  | { readonly kind: 'ended'; readonly result: StudyResult }
  /** The workflow itself failed, was terminated or cancelled without a result. */
  | { readonly kind: 'broken'; readonly error: WorkflowFailedError }
  | { readonly kind: 'interrupted' }
  /** The study waits for a person, and none of its jobs is under way. */
  | { readonly kind: 'paused'; readonly latest: WatchState }
  /** `latest`: the last picture, if there was one. */
  | {
      readonly kind: 'timeout';
      readonly latest: WatchState | undefined;
      readonly troubles: readonly Trouble[];
    };

export interface WatchOptions {
  readonly target: LookTarget<StudyHandle>;
  readonly startedAt: Date;
  readonly uiUrl?: string | undefined;
  readonly signal: AbortSignal;
  /** Stops watching after this time; never when absent. */
  readonly waitMs?: number | undefined;
  /** A pause is no end: who has ordered a stop waits for that. */
  readonly waitsPastPause?: boolean | undefined;
  /** What the store tells beside the looks. */
  readonly facts?: StudyFactsReader | undefined;
  /** Time between two looks. */
  readonly intervalMs: number;
  now(): Date;
  /** Puts the commands into a trouble that mend it from here. */
  explain(trouble: Trouble): Trouble;
  /** Called after each look: the picture, once the study was seen, what is waited for, and whether the study has ended and so waits no more. */
  onLook(state: WatchState | undefined, troubles: readonly Trouble[], over: boolean): void;
}

/** Resolves when the study ended, or when watching does; no call is running any more then. Never stops the study. */
export async function watchStudy(options: WatchOptions): Promise<WatchEnd> {
  const { temporalClient, handle } = options.target;
  const hearing = hearClose(temporalClient, handle);
  try {
    return await lookUntilEnd(options, hearing.closed);
  } finally {
    await hearing.end();
  }
}

/** @param closed ends the wait for the next look, once */
async function lookUntilEnd(options: WatchOptions, closed: AbortSignal): Promise<WatchEnd> {
  const { target, signal, now, waitMs } = options;
  const begunMs = now().getTime();
  let memory = nothingSeen;
  for (;;) {
    const wasClosed = closed.aborted;
    const seen = await lookAtStudy(target, now());
    const look = { ...seen, troubles: seen.troubles.map((one) => options.explain(one)) };
    if (signal.aborted) return { kind: 'interrupted' };
    const end = look.closed ? await readEnd(target.handle) : undefined;
    const elapsedMs = now().getTime() - options.startedAt.getTime();
    memory = withEnd(remember(memory, look, elapsedMs, now()), end);
    const { uiUrl } = options;
    const over = end !== undefined;
    if (memory.progress !== undefined) options.facts?.refresh(memory.progress.runs);
    const facts = options.facts?.latest;
    const latest = pictureOf(memory, { ...facts, elapsedMs, uiUrl, now: now(), over });
    const troubles = over ? [] : memory.troubles.map(({ trouble }) => trouble);
    options.onLook(latest, troubles, over);
    if (end !== undefined) return end;
    const waitsForPerson = look.progress !== undefined && isWaitingForPerson(look.progress);
    if (latest !== undefined && waitsForPerson && options.waitsPastPause !== true) {
      return { kind: 'paused', latest };
    }
    if (waitMs !== undefined && now().getTime() - begunMs >= waitMs)
      return { kind: 'timeout', latest, troubles };
    await pause(options.intervalMs, signal, ...(wasClosed ? [] : [closed]));
    if (signal.aborted) return { kind: 'interrupted' };
  }
}

/** `memory` with the counts of the study's own result, once there is one. */
function withEnd(memory: WatchMemory, end: WatchEnd | undefined): WatchMemory {
  if (end?.kind !== 'ended' || memory.progress === undefined) return memory;
  const { state, runs } = end.result;
  return { ...memory, progress: { ...memory.progress, state, runs, activity: 'ended' } };
}

/** How a closed study ended; undefined when Temporal doesn't answer just now. */
async function readEnd(handle: StudyHandle): Promise<WatchEnd | undefined> {
  try {
    return { kind: 'ended', result: await handle.result() };
  } catch (error) {
    if (error instanceof WorkflowFailedError) return { kind: 'broken', error };
    if (!isOutage(error)) throw error;
    return undefined;
  }
}
