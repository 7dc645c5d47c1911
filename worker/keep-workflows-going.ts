/**
 * Has workflows go on that no worker can go on with: the library's replay of their history gives other commands than the history has, and always will.
 * A job's or a cluster's is ended, as its study takes that over; any other is set back.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { taskQueue } from '../src/temporal/names.ts';
import { placeToSetBack, setBack } from '../src/temporal/set-back.ts';

/** What the watch works with. */
export interface GoingKeeping {
  readonly client: Pick<Client, 'workflow' | 'workflowService' | 'options'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** From one look to the next, in milliseconds. */
  readonly everyMs?: number;
  /** The try from which on a step is held to fail for ever: restarts of workers explain a few. */
  readonly fromTry?: number;
}

/** What a look asks for: jobs, of which a study has thousands, a page a look; all else beside them. */
const kinds = ['WorkflowType != "doeJobWorkflow"', 'WorkflowType = "doeJobWorkflow"'];
const perLook = 50;

/** A workflow that comes to stand still again and again has another fault than one unlucky order. */
const timesAtMost = 3;

/** Their studies see to it that another one goes on: two of one job would be one too many. */
const takenOver: readonly string[] = ['doeJobWorkflow', 'clusterWorkflow'];

interface Open {
  readonly workflowId: string;
  readonly runId: string;
  readonly type: string;
}

/** What the looks before have done. */
interface Memory {
  readonly pages: Map<string, AsyncIterator<Open>>;
  /** Workflow's id -> how often it was set back or ended. */
  readonly times: Map<string, number>;
  /** Runs that are left to a person: that is said once. */
  readonly left: Set<string>;
}

/** Looks until the signal. Never throws: what fails is logged, and tried again. */
export async function keepWorkflowsGoing(keeping: GoingKeeping): Promise<void> {
  const { signal, log, everyMs = 60_000 } = keeping;
  const memory: Memory = { pages: new Map(), times: new Map(), left: new Set() };
  for (;;) {
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    for (const kind of kinds) {
      try {
        await lookOnce(keeping, memory, kind);
      } catch (error) {
        memory.pages.delete(kind);
        if (signal.aborted) return;
        log.warn({ error }, 'Could not look for workflows that can’t go on');
      }
    }
  }
}

async function lookOnce(keeping: GoingKeeping, memory: Memory, kind: string): Promise<void> {
  for (const open of await nextOpen(keeping.client, memory.pages, kind)) {
    try {
      if (!memory.left.has(open.runId)) await letGoOn(keeping, memory, open);
    } catch (error) {
      if (keeping.signal.aborted) return;
      keeping.log.warn({ error, ...open }, 'Could not look whether a workflow can go on');
    }
  }
}

async function letGoOn(
  { client, log, fromTry = 5 }: GoingKeeping,
  { times, left }: Memory,
  open: Open,
): Promise<void> {
  const handle = client.workflow.getHandle(open.workflowId, open.runId);
  const { status, raw } = await handle.describe();
  if (status.name !== 'RUNNING' || (raw.pendingWorkflowTask?.attempt ?? 0) < fromTry) return;
  const place = placeToSetBack(await handle.fetchHistory());
  if (place === undefined) return;
  const before = times.get(open.workflowId) ?? 0;
  const reason = before < timesAtMost ? undefined : `it was helped ${timesAtMost} times`;
  if (reason !== undefined || !('eventId' in place)) {
    left.add(open.runId);
    const why = reason ?? ('reason' in place ? place.reason : '');
    log.warn(open, `Workflow ${open.workflowId} can’t go on, and is left to a person: ${why}`);
    return;
  }
  const isTakenOver = takenOver.includes(open.type);
  await (isTakenOver
    ? handle.terminate(`No replay of it went on: ${place.failure}`)
    : setBack(client, open, place));
  times.set(open.workflowId, before + 1);
  const how = isTakenOver
    ? 'was ended, for another one to take over,'
    : `was set back to event ${String(place.eventId)},`;
  log.warn(open, `Workflow ${open.workflowId} ${how} as no replay of it went on: ${place.failure}`);
}

/** The next page of what is open; from the beginning again after the end. */
async function nextOpen(
  { workflow }: GoingKeeping['client'],
  pages: Memory['pages'],
  kind: string,
): Promise<readonly Open[]> {
  const query = `TaskQueue = "${taskQueue}" AND ExecutionStatus = "Running" AND ${kind}`;
  const page = pages.get(kind) ?? workflow.list({ query })[Symbol.asyncIterator]();
  pages.set(kind, page);
  const open: Open[] = [];
  while (open.length < perLook) {
    const next = await page.next();
    if (next.done === true) {
      pages.delete(kind);
      break;
    }
    const { workflowId, runId, type } = next.value;
    open.push({ workflowId, runId, type });
  }
  return open;
}
