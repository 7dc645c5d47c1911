import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';

const retryMs = 500;

/**
 * Asks our own server until it is usable: on a loaded machine it listens long before it answers. An answer that time won't change, such as a
 * version that is too old, is thrown at once.
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
      const isFinal = error instanceof UsageError && error.code === 'USAGE_TEMPORAL_VERSION';
      if (isFinal || signal.aborted || performance.now() - begun > patienceMs) throw error;
      await pause(retryMs);
    }
  }
}
