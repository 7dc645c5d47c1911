/** A worker with a payload key that no other has would take the others' work and could do none of it: it waits, and says so. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { keysOfWorker } from '../src/temporal/worker-identity.ts';

const betweenMs = 5_000;

/**
 * Returns once no worker is listed that has none of these keys. During a change of keys each worker has one of its neighbours'.
 * @param read gives the identities of those that poll
 * @param fingerprints of this worker's keys
 */
export async function waitForKeys(
  read: () => Promise<readonly string[]>,
  fingerprints: readonly string[],
  log: Pick<Logger, 'warn' | 'info'>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<void> {
  for (let told = ''; ;) {
    const strangers = (await readOrNone(read, log)).filter((worker) => {
      const keys = keysOfWorker(worker);
      return keys !== undefined && !keys.some((key) => fingerprints.includes(key));
    });
    if (strangers.length === 0) {
      if (told !== '') log.info('No worker with other payload keys is listed any more');
      return;
    }
    const names = strangers.join('; ');
    if (names !== told) {
      log.warn(
        `Waiting, and taking no work: this worker has the payload keys ${fingerprints.join(', ')}, and workers with others are listed, of which neither can do the other's work: ${names}. Give all workers and command lines the same key file (DOEFLOW_PAYLOAD_KEY_FILE). A worker that has ended is listed for a minute`,
      );
      told = names;
    }
    await wait(betweenMs);
  }
}

/** Who may not look works as if nobody were there. */
async function readOrNone(
  read: () => Promise<readonly string[]>,
  log: Pick<Logger, 'warn'>,
): Promise<readonly string[]> {
  try {
    return await read();
  } catch (error) {
    log.warn({ error }, 'Could not look for workers with other payload keys');
    return [];
  }
}
