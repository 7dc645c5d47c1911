import { UsageError } from '../../errors.ts';
import type { Environment } from '../settings/user-folders.ts';
import { connectOrStart, interrupted, pause } from './connect-or-start.ts';
import { makeHomeFolders, type HomeFiles } from './home-files.ts';
import type { SupervisorPlan } from './plan.ts';
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
  let closing = false;
  let onGone: (() => void) | undefined;

  const attach = async (): Promise<void> => {
    for (;;) {
      const outcome = await attachOnce();
      if (outcome === 'ready') return;
      if (closing) throw interrupted();
      await pause(retryMs);
    }
  };

  /** One connection from its begin to `ready`, or to its loss. */
  async function attachOnce(): Promise<'ready' | 'lost'> {
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
    opened.say({ type: 'hello', pid: process.pid, keep: request.keep });
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
        resolve();
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
    giveUp();
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
