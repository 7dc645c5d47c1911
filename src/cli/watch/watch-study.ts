/** Follows a study until it ends, is left, or patience runs out; an outage of Temporal or the workers only delays it. */
import {
  isGrpcServiceError,
  QueryNotRegisteredError,
  WorkflowFailedError,
} from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { StudyProgress, StudyResult } from '../../../workflows/messages.ts';
import { progressQuery } from '../../../workflows/messages.ts';
import type { StudyHandle } from '../studies/open-study.ts';
import { addSample, estimateTimeLeft } from './estimate-time-left.ts';
import type { Sample } from './estimate-time-left.ts';
import { readRunsInside } from './read-runs-inside.ts';
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

/** Resolves when the study ended, or when watching does. Never stops the study. */
export async function watchStudy(options: WatchOptions): Promise<WatchEnd> {
  const begun = options.now().getTime();
  const left = leaveSignal(options.signal);
  const end = followResult(options.handle, options.signal);
  let samples: readonly Sample[] = [];
  let progress: StudyProgress | undefined;
  try {
    for (;;) {
      const look = await Promise.race([lookAt(options), left.left]);
      if (look !== 'left') {
        progress = look.progress ?? progress;
        const elapsedMs = options.now().getTime() - options.startedAt.getTime();
        if (progress !== undefined) {
          const state = { progress, runsInside: look.runsInside };
          samples = addSample(samples, { atMs: elapsedMs, ended: endedRuns(state) });
          options.onState({
            ...state,
            elapsedMs,
            left: estimateTimeLeft(samples, progress.runs.total),
            uiUrl: options.uiUrl,
            trouble: look.trouble,
          });
        }
      }
      const next = await Promise.race([end, left.left, pause(options.intervalMs)]);
      if (next === 'left') return { kind: 'interrupted' };
      if (typeof next === 'object') return next;
      if (options.waitMs !== undefined && options.now().getTime() - begun >= options.waitMs) {
        return { kind: 'timeout' };
      }
    }
  } finally {
    left.close();
  }
}

interface Look {
  readonly progress?: StudyProgress;
  readonly runsInside: ReadonlyMap<string, number>;
  readonly trouble?: string;
}

/** One look; what can't be seen now is said as trouble, never thrown, unless it will never be seen. */
async function lookAt({ temporalClient, handle, now }: WatchOptions): Promise<Look> {
  try {
    return await temporalClient.withDeadline(now().getTime() + 5_000, async () => {
      const progress = await handle.query(progressQuery);
      const { raw } = await handle.describe();
      const details = (raw.pendingActivities ?? []).flatMap((activity) =>
        (activity.heartbeatDetails?.payloads ?? []).map((payload): unknown =>
          defaultPayloadConverter.fromPayload(payload),
        ),
      );
      return { progress, runsInside: readRunsInside(details) };
    });
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === undefined) throw error;
    return { runsInside: new Map(), trouble };
  }
}

function troubleOf(error: unknown): string | undefined {
  // A query may arrive before the workflow's first task has set its handler.
  if (error instanceof QueryNotRegisteredError) return 'the study is being set up';
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  if (!isGrpcServiceError(cause)) return undefined;
  switch (cause.code) {
    case 14: // UNAVAILABLE
      return 'Temporal does not answer; trying again';
    case 1: // CANCELLED
    case 4: // DEADLINE_EXCEEDED
    case 8: // RESOURCE_EXHAUSTED
    case 9: // FAILED_PRECONDITION: no worker has polled lately
    case 10: // ABORTED
      return 'no worker answers for the study; doeflow worker starts one';
    default:
      return undefined;
  }
}

async function followResult(handle: StudyHandle, signal: AbortSignal): Promise<WatchEnd> {
  for (;;) {
    try {
      return { kind: 'ended', result: await handle.result() };
    } catch (error) {
      if (error instanceof WorkflowFailedError) return { kind: 'broken', error };
      if (troubleOf(error) === undefined) throw error;
      if (signal.aborted) return { kind: 'interrupted' };
      await pause(1_000);
    }
  }
}

function pause(durationMs: number): Promise<'again'> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs, 'again').unref();
  });
}

function leaveSignal(signal: AbortSignal): {
  readonly left: Promise<'left'>;
  close(): void;
} {
  let onAbort = (): void => undefined;
  const left = new Promise<'left'>((resolve) => {
    onAbort = () => resolve('left');
    if (signal.aborted) resolve('left');
    else signal.addEventListener('abort', onAbort);
  });
  return { left, close: () => signal.removeEventListener('abort', onAbort) };
}
