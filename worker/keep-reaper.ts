/** Sees to it that clusters and jobs that nobody answers for are looked for: at each start of a worker, and again and again by a schedule, whatever becomes of that. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reaperFault, reaperSchedule } from '../src/reaper/index.ts';
import { remotePace } from '../src/run/messages.ts';
import type { ReaperInput } from '../src/run/reaper-contract.ts';
import type { SealedClient } from '../src/sealing/sealed-client.ts';
import { lastReapingAt, type Store } from '../src/store/index.ts';
import {
  createFlowSchedule,
  deleteFlowSchedule,
  describeFlowSchedule,
} from '../src/temporal/flow-schedules.ts';
import { reaperId, taskQueue } from '../src/temporal/names.ts';

/** What the reaper is kept with. */
export interface ReaperKeeping {
  readonly client: SealedClient;
  readonly store: Pick<Store, 'engineRecords'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the keeping. */
  readonly signal: AbortSignal;
  /** From one look at the schedule to the next, in milliseconds. */
  readonly everyMs?: number;
  /** So long nobody may have looked before a worker has it done past the schedule, in milliseconds. */
  readonly longestMs?: number;
}

/**
 * Makes the schedule where there is none that our workers take, and has a look begun now; then keeps the schedule as it is until the signal.
 * Never throws: what fails is logged, and tried again.
 */
export async function keepReaper(keeping: ReaperKeeping): Promise<void> {
  const { signal, everyMs = 5 * 60_000, longestMs = 25 * 60_000 } = keeping;
  const begunAt = Date.now();
  let own = reaperId;
  await orLogged(keeping, async () => {
    await restoreSchedule(keeping, 'start');
    await startLook(keeping, own);
  });
  try {
    for (;;) {
      await delay(everyMs, undefined, { signal, ref: false });
      await orLogged(keeping, async () => {
        await restoreSchedule(keeping, 'later');
        const lastAt = (await lastReapingAt(keeping.store))?.getTime() ?? 0;
        const since = Math.max(lastAt, begunAt);
        if (Date.now() - since < longestMs || (own !== reaperId && (await isOpen(keeping, own))))
          return;
        // Whoever holds the ids that a schedule gives can't know this one.
        own = `${reaperId}-${randomUUID()}`;
        keeping.log.warn(
          { workflowId: own },
          `Nobody has looked for clusters and jobs that nobody answers for since ${new Date(since).toISOString()}: the platform does not answer, or somebody holds the workflow ids "${reaperId}" and "${reaperId}-TIME" on the Temporal server. This worker has it done now`,
        );
        await startLook(keeping, own);
      });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** @param when at a start, a schedule that isn't there is nothing to tell of */
async function restoreSchedule(
  { client, log }: ReaperKeeping,
  when: 'start' | 'later',
): Promise<void> {
  if (when === 'start' && (await createFlowSchedule(client, reaperSchedule))) return;
  const fault = reaperFault(await describeFlowSchedule(client, reaperId), new Date());
  if (fault === undefined) return;
  await deleteFlowSchedule(client, reaperId);
  // Another worker may be quicker.
  if (!(await createFlowSchedule(client, reaperSchedule))) return;
  log.warn(`The schedule "${reaperId}" on the Temporal server was made anew: ${fault}`);
}

async function startLook({ client }: ReaperKeeping, workflowId: string): Promise<void> {
  await client.workflow.start('reaperWorkflow', {
    workflowId,
    workflowIdConflictPolicy: 'USE_EXISTING',
    taskQueue,
    args: [{ reason: 'start', pace: remotePace } satisfies ReaperInput],
    staticSummary: reaperSchedule.summary,
  });
}

async function isOpen({ client }: ReaperKeeping, workflowId: string): Promise<boolean> {
  return (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
}

async function orLogged({ log }: ReaperKeeping, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ error }, 'Could not have clusters and jobs looked for that nobody answers for');
  }
}
