import {
  nameOfQueue,
  readPollingWorkers,
  type PolledQueue,
} from '../../temporal/polling-workers.ts';
import { failedCheck, type Check } from './check.ts';

/** A worker that has just started is listed among the pollers after a moment. */
const patienceMs = 3000;

const words: Readonly<Record<PolledQueue, { name: string; lack: string; hint: string }>> = {
  control: {
    name: 'Worker',
    lack: 'studies would wait',
    hint: 'Start one with doeflow worker',
  },
  transfer: {
    name: 'Worker of files',
    lack: 'studies would wait for their files',
    hint: 'Start one with doeflow worker, or, where others serve the rest, with doeflow worker --queues transfer',
  },
};

/**
 * Looks for workers that poll one of our task queues; gives back their identities beside the check.
 * @param mayHaveEnded nobody else tells whether those in the list still live
 */
export async function checkQueue(
  link: Parameters<typeof readPollingWorkers>[0],
  queue: PolledQueue,
  mayHaveEnded = false,
): Promise<{ readonly check: Check; readonly workers: readonly string[] }> {
  const { name, lack, hint } = words[queue];
  try {
    const started = performance.now();
    for (;;) {
      const workers = await readPollingWorkers(link, queue);
      if (workers.length > 0) {
        const detail = `${workers.join('; ')} on queue "${nameOfQueue(queue)}"${mayHaveEnded ? ' (as Temporal lists them: one that was killed stays listed for a minute)' : ''}`;
        return { check: { name, ok: true, detail }, workers };
      }
      if (performance.now() - started > patienceMs) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const detail = `no worker polls queue "${nameOfQueue(queue)}": ${lack}`;
    return { check: { name, ok: false, comesLater: true, detail, hint }, workers: [] };
  } catch (error) {
    return { check: failedCheck(name, error), workers: [] };
  }
}
