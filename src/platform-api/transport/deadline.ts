/** Thrown into a call whose time is up. */
export class DeadlineReached extends Error {
  constructor(ms: number) {
    super(`no complete answer within ${Math.round(ms / 100) / 10} s`);
    this.name = 'DeadlineReached';
  }
}

/**
 * What `work` gives, with a signal that aborts when the caller's does or after `ms`. Leaves no timer or listener behind; the
 * caller's reason is thrown as it is.
 */
export async function withDeadline<T>(
  ms: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  callerSignal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort(callerSignal?.reason);
  callerSignal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => controller.abort(new DeadlineReached(ms)), ms);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (callerSignal?.aborted) throw callerSignal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', onAbort);
  }
}
