import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';

const retryMs = 500;

/**
 * Asks our own server until it is usable: on a loaded machine it listens long before it answers. An answer that time won't change, such as a
 * version that is too old or a search attribute of another type, is thrown at once.
 * @param patienceMs after which the last error is thrown
 */
export async function askUntilUsable(
  ask: () => Promise<unknown>,
  signal: AbortSignal,
  patienceMs = 55_000,
): Promise<void> {
  const begun = performance.now();
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (isFinal(error) || signal.aborted || performance.now() - begun > patienceMs) throw error;
      await pause(retryMs);
    }
  }
}

/** A registration of search attributes that was refused has a cause, which a server that has just begun to listen may get over. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof UsageError)) return false;
  const isOfAnotherType = error.code === 'USAGE_SEARCH_ATTRIBUTES' && error.cause === undefined;
  return isOfAnotherType || error.code === 'USAGE_TEMPORAL_VERSION';
}
