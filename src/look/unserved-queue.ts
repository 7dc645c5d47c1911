/** Steps that wait for their first or next try because nobody polls their task queue: where queues are scaled apart, one may have no worker while the other has. */
import type { Client } from '@temporalio/client';
import { unservedStepCode } from '../run/cures.ts';
import { troubleOf, type Trouble } from '../run/trouble.ts';
import { transferTaskQueue } from '../temporal/names.ts';
import { readPollingWorkers } from '../temporal/polling-workers.ts';
import type { Instant, PendingActivity } from './pending-activities.ts';

const waitsForTry = 1;

/** A worker with free slots takes a step sooner; one without is there all the same, which is asked then. */
const usualWaitMs = 5_000;

/** That steps wait for a worker of files and none is there; undefined where that isn't so. Asks the server only where one waits for long. */
export async function troubleOfUnserved(
  client: Pick<Client, 'connection' | 'options'>,
  activities: readonly PendingActivity[],
  now: Date,
): Promise<Trouble | undefined> {
  const since = activities
    .filter(({ state, activityOptions }) => {
      return state === waitsForTry && activityOptions?.taskQueue?.name === transferTaskQueue;
    })
    .map(({ scheduledTime, nextAttemptScheduleTime }) =>
      Math.max(msOf(scheduledTime), msOf(nextAttemptScheduleTime)),
    )
    .filter((ms) => now.getTime() - ms > usualWaitMs);
  if (since.length === 0) return undefined;
  const { connection, options } = client;
  const { namespace } = options;
  const workers = await readPollingWorkers({ connection, namespace }, 'transfer');
  if (workers.length > 0) return undefined;
  const message = `nobody polls task queue "${transferTaskQueue}"; steps that wait: ${since.length}`;
  return troubleOf(
    { code: unservedStepCode, message, attempts: 0 },
    new Date(Math.min(...since)).toISOString(),
  );
}

function msOf(time: Instant | null | undefined): number {
  const seconds = Number(String(time?.seconds ?? ''));
  return seconds > 0 ? seconds * 1000 : 0;
}
