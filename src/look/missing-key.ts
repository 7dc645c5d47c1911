/** A workflow whose start is sealed with a payload key that isn't here: who has that key, and what to do to have it. */
import type { Connection } from '@temporalio/client';
import { readPollingWorkers } from '../temporal/polling-workers.ts';
import { keysOfWorker } from '../temporal/worker-identity.ts';

/** In words for a person. */
export interface MissingKey {
  /** Completes "waiting for …". */
  readonly waitingFor: string;
  /** Completes "… is sealed with …". */
  readonly sealedWith: string;
  /** A sentence without its end; never advises to end the workflow, as it may be one's own. */
  readonly whatToDo: string;
}

/** @param key the fingerprint in the seal, which isn't one of those here */
export async function describeMissingKey(
  server: {
    readonly connection: Pick<Connection, 'workflowService'>;
    readonly namespace: string;
  },
  key: string,
): Promise<MissingKey> {
  const workers = await readPollingWorkers(server).catch(() => undefined);
  const having = (workers ?? []).filter((worker) => keysOfWorker(worker)?.includes(key));
  if (having.length > 0) {
    return {
      waitingFor: `the payload key ${key}, which a worker has`,
      sealedWith: `the payload key ${key}, which a worker has and this command line has not`,
      whatToDo: `Give this command line, and all workers, the key file of ${having.join('; ')} (DOEFLOW_PAYLOAD_KEY_FILE)`,
    };
  }
  const nobody =
    workers === undefined
      ? 'this command line does not have; the workers could not be asked'
      : workers.length === 0
        ? 'this command line does not have; no worker is listed'
        : `neither this command line nor a listed worker has (${workers.length} listed)`;
  return {
    waitingFor: `the payload key ${key}`,
    sealedWith: `the payload key ${key}, which ${nobody}`,
    whatToDo: `Put the line of the key ${key} back into the key file (DOEFLOW_PAYLOAD_KEY_FILE) of all workers and command lines, as the last one, and restart the workers; or start a worker that has it. What is open goes on then. End nothing: it may be yours. A line is taken out only when no workflow from before is open any more`,
  };
}
