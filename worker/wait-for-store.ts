import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StorageError } from '../src/errors.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 15_000;

/**
 * Opens a store, waiting for as long as it doesn't answer, as the server of a bucket may start after its workers: each try is told.
 * @throws StorageError as soon as it answers that it isn't there or may not be used; UsageError for a store that a newer version has made
 */
export async function waitForStore<Store>(
  open: () => Promise<Store>,
  log: Pick<Logger, 'warn' | 'info'>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<Store> {
  for (let waitMs = firstWaitMs, tries = 1; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      const store = await open();
      if (tries > 1) log.info('The store answers');
      return store;
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'STORAGE_UNREACHABLE') throw error;
      tries += 1;
      log.warn(`Waiting for the store, asked again in ${waitMs / 1000} s: ${error.message}`);
      await wait(waitMs);
    }
  }
}
