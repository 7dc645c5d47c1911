/** Ends the workflows that an earlier version of doeflow left, which sealed nothing: no worker of this version can go on with them. */
import type { Logger } from 'pino';
import type { SealedClient } from '../src/sealing/sealed-client.ts';
import { sealedMemo, unsealedType } from '../src/sealing/envelope.ts';
import { taskQueue } from '../src/temporal/names.ts';

/**
 * Terminates every open workflow of our task queue that was started without any seal. One that another key sealed is left alone: a worker
 * with the wrong key must not end what others can go on with. Never throws; what it can't do now, the next start of a worker does.
 */
export async function endUnsealed(client: SealedClient, log: Logger): Promise<void> {
  try {
    const query = `TaskQueue = "${taskQueue}" AND ExecutionStatus = "Running"`;
    for await (const { workflowId, runId, raw } of client.workflow.list({ query })) {
      if (raw.memo?.fields?.[sealedMemo] !== undefined) continue;
      const reason = `${unsealedType}: it was started without the seal of a payload key, by an earlier version of doeflow or by somebody else`;
      await client.workflow.getHandle(workflowId, runId).terminate(reason);
      log.warn({ workflowId, runId }, `Ended ${workflowId}. ${reason}`);
    }
  } catch (error) {
    log.warn({ error }, 'Could not look for workflows that were started without a seal');
  }
}
