/** Open workflows under ids of ours that nobody with our key started: nothing of ours begins under them. */
import type { Client } from '@temporalio/client';
import { sealedMemo } from '../sealing/envelope.ts';
import { isOwnId, taskQueue } from './names.ts';

/** More aren't looked at: somebody may have started any number. */
const mostLooked = 5_000;

/** The newest execution of an id that somebody holds. */
export interface HeldId {
  readonly workflowId: string;
  readonly workflowType: string;
  readonly taskQueue: string;
  readonly startedAt: Date;
}

/** Those that are open now, in the order in which the server lists them. @param client one that opens seals */
export async function listHeldIds(client: Pick<Client, 'workflow'>): Promise<readonly HeldId[]> {
  const held: HeldId[] = [];
  let looked = 0;
  for await (const { workflowId, type, memo, startTime, ...found } of client.workflow.list({
    query: 'ExecutionStatus = "Running"',
  })) {
    looked += 1;
    const isOurs = found.taskQueue === taskQueue && typeof memo?.[sealedMemo] === 'string';
    if (isOwnId(workflowId) && !isOurs) {
      held.push({
        ...{ workflowId, workflowType: type, taskQueue: found.taskQueue, startedAt: startTime },
      });
    }
    if (looked >= mostLooked) break;
  }
  return held;
}
