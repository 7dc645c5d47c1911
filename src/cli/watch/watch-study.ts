/** Follows a study until it ends, is left, or patience runs out; an outage of Temporal or the workers only delays it. */
import { WorkflowFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { StudyProgress, StudyResult } from '../../run/messages.ts';
import type { StudyHandle } from '../studies/open-study.ts';
import { addSample, estimateTimeLeft } from './estimate-time-left.ts';
import type { Sample } from './estimate-time-left.ts';
import type { Look } from './look-at-study.ts';
import { lookAtStudy, troubleOf } from './look-at-study.ts';
import type { WatchState } from './watch-state.ts';
import { endedRuns } from './watch-state.ts';

export type WatchEnd =
  | { readonly kind: 'ended'; readonly result: StudyResult }
  /** The workflow itself failed, was terminated or cancelled without a result. */
  | { readonly kind: 'broken'; readonly error: WorkflowFailedError }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'timeout' };

export interface WatchOptions {
  readonly temporalClient: Client;
  readonly handle: StudyHandle;
  readonly startedAt: Date;
  readonly uiUrl?: string | undefined;
  readonly signal: AbortSignal;
  /** Gives up after this long; for ever when absent. */
  readonly waitMs?: number | undefined;
  /** Time between two looks. */
  readonly intervalMs: number;
  now(): Date;
  /** Called with each new picture. */
  onState(state: WatchState): void;
}

/** Resolves when the study ended, or when watching does; no call is under way any more then. Never stops the study. */
export async function watchStudy(options: WatchOptions): Promise<WatchEnd> {
  const { signal, now, waitMs } = options;
  const begun = now().getTime();
  const show = createPainter(options);
  for (;;) {
    const look = await lookAtStudy(options.temporalClient, options.handle, now());
    if (signal.aborted) return { kind: 'interrupted' };
    const end = look.closed ? await readEnd(options.handle) : undefined;
    show(look, end);
    if (end !== undefined) return end;
    if (waitMs !== undefined && now().getTime() - begun >= waitMs) return { kind: 'timeout' };
    await pause(options.intervalMs, signal);
    if (signal.aborted) return { kind: 'interrupted' };
  }
}

/** How a closed study ended; undefined when Temporal doesn't answer just now. */
async function readEnd(handle: StudyHandle): Promise<WatchEnd | undefined> {
  try {
    return { kind: 'ended', result: await handle.result() };
  } catch (error) {
    if (error instanceof WorkflowFailedError) return { kind: 'broken', error };
    if (troubleOf(error) === undefined) throw error;
    return undefined;
  }
}

/** Turns looks into pictures: keeps the latest progress and the course of the runs. */
function createPainter(options: WatchOptions): (look: Look, end: WatchEnd | undefined) => void {
  let samples: readonly Sample[] = [];
  let progress: StudyProgress | undefined;
  // Kept across looks: between two waits of the study nobody reports, and no run has been lost.
  const runsInside = new Map<string, number>();
  return ({ progress: seen, runsInside: fresh, trouble }, end) => {
    progress = seen ?? progress;
    for (const [jobId, runs] of fresh) runsInside.set(jobId, runs);
    if (progress === undefined) return;
    if (end?.kind === 'ended') {
      const { state, runs } = end.result;
      progress = { ...progress, state, runs, activity: 'over' };
    }
    const elapsedMs = options.now().getTime() - options.startedAt.getTime();
    const ended = endedRuns({ progress, runsInside });
    // A look that saw nothing must not read as runs lost.
    if (trouble === undefined) samples = addSample(samples, { atMs: elapsedMs, ended });
    options.onState({
      progress,
      runsInside,
      elapsedMs,
      left: end === undefined ? estimateTimeLeft(samples, progress.runs.total) : undefined,
      uiUrl: options.uiUrl,
      trouble,
    });
  };
}

/** Resolves after the time, or at once when the signal aborts. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, durationMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
