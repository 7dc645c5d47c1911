import { UsageError } from '../../errors.ts';
import type { Environment } from '../../environment.ts';
import { connectOrStart, interrupted, notServed, pause } from './connect-or-start.ts';
import { makeHomeFolders, type HomeFiles } from './home-files.ts';
import type { SupervisorPlan } from './plan.ts';
import { processMark } from './process-mark.ts';
import type { ReadyState, SupervisorState } from './protocol.ts';
import type { SupervisorLink } from './supervisor-link.ts';

/** What holding a lease needs. */
export interface LeaseRequest {
  readonly plan: SupervisorPlan;
  readonly files: HomeFiles;
  readonly env: Environment;
  readonly keep: boolean;
  readonly onProgress: (sentence: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** A lease on the programs of a home. */
export interface Lease {
  /** The latest state in which all programs were up. */
  ready(): ReadyState;
  isReady(): boolean;
  close(): Promise<void>;
}

const retryMs = 25;

/** Joining one that is just ending costs an attempt; more than a few mean that supervisors die. */
const attemptsAtMost = 5;

/** How long `close` waits for the programs to be gone. */
const endTimeoutMs = 10_000;

/**
 * Holds a lease on a home's programs: starts a supervisor when none serves, waits until all programs are up, and does the same again in the
 * background whenever the supervisor is lost.
 * @throws UsageError when the programs can't be had, or `signal` was given.
 */
export async function holdLease(request: LeaseRequest): Promise<Lease> {
  let link: SupervisorLink | undefined;
  let ready: ReadyState | undefined;
  let isReady = false;
  let isEnding = false;
  let closing = false;
  let onGone: (() => void) | undefined;

  const attach = async (): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attachOnce();
      if (outcome === 'ready') return;
      if (closing) throw interrupted();
      if (attempt >= attemptsAtMost) {
        throw notServed(request, `it was lost ${attempt} times before its programs were up`);
      }
      await pause(retryMs);
    }
  };

  /** One connection from its begin to `ready`, or to its loss. */
  async function attachOnce(): Promise<'ready' | 'lost'> {
    isEnding = false;
    let settle: (outcome: 'ready' | 'lost' | UsageError) => void = () => undefined;
    const outcome = new Promise<'ready' | 'lost' | UsageError>((resolve) => {
      settle = resolve;
    });
    const opened = await connectOrStart(
      request,
      {
        onState: (state) => {
          if (state.state === 'starting') {
            isReady = false;
            request.onProgress(state.what);
          } else if (state.state === 'ready') {
            isReady = true;
            ready = state;
            settle('ready');
          } else if (state.state === 'failed') {
            settle(failure(state));
          } else if (state.state === 'ending') {
            isEnding = true;
          }
        },
        onClose: () => {
          const wasReady = isReady;
          link = undefined;
          isReady = false;
          onGone?.();
          settle('lost');
          if (wasReady && !closing) replaceLost();
        },
      },
      () => closing,
    );
    link = opened;
    const { platform } = request.plan;
    opened.say({
      type: 'hello',
      pid: process.pid,
      keep: request.keep,
      ...(platform === undefined ? {} : { platformToken: platform.token }),
    });
    const result = await outcome;
    if (result instanceof UsageError) throw result;
    return result;
  }

  function replaceLost(): void {
    request.onProgress('The supervisor is gone; starting it again');
    attach().catch((error: unknown) => {
      if (closing) return;
      request.onProgress(`${(error as Error).message}; trying again`);
      setTimeout(replaceLost, 1000);
    });
  }

  const close = (): Promise<void> => {
    closing = true;
    const open = link;
    if (open === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const timeout = setTimeout(() => {
        open.close();
        resolve();
      }, endTimeoutMs);
      onGone = () => {
        clearTimeout(timeout);
        resolve(isEnding ? untilGone(ready?.supervisorPid) : undefined);
      };
      open.say({ type: 'bye' });
    });
  };

  makeHomeFolders(request.files);
  const giveUp = (): void => {
    closing = true;
    link?.close();
  };
  request.signal?.addEventListener('abort', giveUp, { once: true });
  if (request.signal?.aborted === true) throw interrupted();
  try {
    await attach();
  } catch (error) {
    // A supervisor that failed is ending what it had started; nothing is left behind when this returns.
    await close();
    throw error;
  } finally {
    request.signal?.removeEventListener('abort', giveUp);
  }
  return {
    close,
    isReady: () => isReady,
    ready: () => {
      if (ready === undefined) throw new Error('Expected the parts to be up, got none');
      return ready;
    },
  };
}

function failure(state: Extract<SupervisorState, { state: 'failed' }>): UsageError {
  return new UsageError(
    state.code.startsWith('USAGE_') ? (state.code as `USAGE_${string}`) : 'USAGE_EMBEDDED_FAILED',
    state.message,
    {
      exitCode: state.exitCode,
      ...(state.hint === undefined ? {} : { hint: state.hint }),
    },
  );
}

/** Its connection is closed an instant before a process is gone. */
async function untilGone(pid: number | undefined): Promise<void> {
  const started = performance.now();
  while (pid !== undefined && processMark(pid) !== undefined) {
    if (performance.now() - started > 500) return;
    await pause(5);
  }
}
