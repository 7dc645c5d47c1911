/** Open workflows under ids of ours that nobody with our key started: nothing of ours begins under them. */
import type { Client } from '@temporalio/client';
import { sealedMemo } from '../sealing/envelope.ts';
import { foreignKeyOf } from '../sealing/foreign-key.ts';
import { isOwnId, taskQueue } from './names.ts';

/** More aren't looked at: somebody may have started any number, and each thousand takes a call. */
const mostLooked = 20_000;

/** The newest execution of an id that somebody holds. */
export interface HeldId {
  readonly workflowId: string;
  readonly workflowType: string;
  readonly taskQueue: string;
  readonly startedAt: Date;
  /** The fingerprint of the key that its start says it was sealed with, where that isn't here: it may be one's own. */
  readonly foreignKey?: string;
}

/** What a look found. */
export interface HeldIds {
  /** In the order in which the server lists them. */
  readonly held: readonly HeldId[];
  /** How many open workflows were looked at. */
  readonly looked: number;
  /** There are more open workflows than were looked at. */
  readonly isPartial: boolean;
}

/** Those that are open now. @param client one that opens seals */
export async function listHeldIds(
  client: Pick<Client, 'workflow'>,
  most = mostLooked,
): Promise<HeldIds> {
  const held: HeldId[] = [];
  let looked = 0;
  for await (const { workflowId, type, memo, startTime, ...found } of client.workflow.list({
    query: 'ExecutionStatus = "Running"',
  })) {
    if (looked === most) return { held, looked, isPartial: true };
    looked += 1;
    const isOurs = found.taskQueue === taskQueue && typeof memo?.[sealedMemo] === 'string';
    if (isOwnId(workflowId) && !isOurs) {
      const foreignKey = foreignKeyOf(memo);
      held.push({
        ...{ workflowId, workflowType: type, taskQueue: found.taskQueue, startedAt: startTime },
        ...(foreignKey === undefined ? {} : { foreignKey }),
      });
    }
  }
  return { held, looked, isPartial: false };
}
