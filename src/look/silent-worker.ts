/** No worker answered for a workflow: whether there is none, none that can, or one that takes it over in a moment. */
import type { Client } from '@temporalio/client';
import { byItself } from '../run/cures.ts';
import { readPollingWorkers } from '../temporal/polling-workers.ts';
import { believes } from '../temporal/worker-identity.ts';

/** Who could be asked next. */
export interface WorkersWanted {
  /** Completes "waiting for …". */
  readonly waitingFor: string;
  readonly whatToDo: string;
}

const noWorker: WorkersWanted = {
  waitingFor: 'a worker, as none answers',
  whatToDo: 'Start one: doeflow worker',
};

/** What Temporal's list of workers says where one refused what this command line asked, as it has not the key that sealed it. */
export async function workersRefusing(
  { connection, options: { namespace } }: Pick<Client, 'connection' | 'options'>,
  [ours = 'first in its key file']: readonly string[],
): Promise<WorkersWanted> {
  const workers = await readPollingWorkers({ connection, namespace }).catch(() => []);
  return withKey(
    ours,
    workers.filter((worker) => !believes(worker, ours)),
  );
}

function withKey(ours: string, workers: readonly string[]): WorkersWanted {
  const which = workers.length === 0 ? '' : `, ${workers.join('; ')}`;
  return {
    waitingFor: `a worker with the payload key ${ours} of this command line`,
    whatToDo: `Give all workers and command lines the same key file (DOEFLOW_PAYLOAD_KEY_FILE), and restart the workers${which}; then ${byItself}`,
  };
}

/**
 * What Temporal's list of workers says of it. One that was killed is listed for a minute, and for ten seconds its workflows wait for it alone.
 * @param fingerprints of the payload keys here, the one that seals first; empty: unknown
 * @param sealedWith the fingerprint of the key that the workflow's start was sealed with, where it is known
 */
export async function workersWanted(
  { connection, options: { namespace } }: Pick<Client, 'connection' | 'options'>,
  fingerprints: readonly string[],
  sealedWith?: string,
): Promise<WorkersWanted> {
  const workers = await readPollingWorkers({ connection, namespace }).catch(() => []);
  if (workers.length === 0) return noWorker;
  const listed = workers.join('; ');
  const [ours] = fingerprints;
  if (ours !== undefined && !workers.some((worker) => believes(worker, ours))) {
    return withKey(ours, workers);
  }
  if (sealedWith !== undefined && !workers.some((worker) => believes(worker, sealedWith))) {
    return {
      waitingFor: `a worker with the payload key ${sealedWith}, with which this was started`,
      whatToDo: `Put the line of the key ${sealedWith} back into the key file (DOEFLOW_PAYLOAD_KEY_FILE) of the workers, ${listed}, as the last one, and restart them; then ${byItself}`,
    };
  }
  return {
    waitingFor: 'a worker to take it over, as the one that had it does not answer',
    whatToDo: `Nothing, where one of these lives, as it takes it over within seconds: ${listed}. One that has ended is listed for a minute: if this stays, start one with doeflow worker`,
  };
}
