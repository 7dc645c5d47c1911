import { ApplicationFailure } from '@temporalio/common';
import type { TakeTicketInput } from '../../src/run/activity-contract.ts';
import type { TicketOrder } from '../../src/run/messages.ts';
import { firstRevision } from '../../src/run/first-revision.ts';
import {
  hasLapsed,
  isTicketName,
  layout,
  takeTicket as takeFromStore,
  ticketLifeDays,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { studyWorkflowId } from '../../src/temporal/names.ts';
import type { ActivityRun } from '../as-activity.ts';
import { callerOf } from '../caller.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Reads a ticket of the study's owner, checks it against the study's own records, and takes it for this call: a further try gets the same
 * answer, anybody else is refused.
 * @throws ApplicationFailure TICKET_REFUSED, not retried
 */
export async function takeTicket(
  { store, studyCache, now }: ActivityDependencies,
  { studyId, ticket, use }: TakeTicketInput,
  _run: ActivityRun,
): Promise<TicketOrder> {
  const folder = store.study(studyId);
  const caller = callerOf();
  const refuse = (why: string): ApplicationFailure =>
    ApplicationFailure.nonRetryable(
      `Nothing was done for study ${studyId}: ${why}. Give the command again`,
      'TICKET_REFUSED',
    );
  const { snapshot, plan } = await studyCache.get(studyId);
  if (caller.workflowId !== studyWorkflowId(snapshot.studyName)) {
    throw refuse(`the workflow ${caller.workflowId} isn't the study's own`);
  }
  const written = isTicketName(ticket) ? await folder.find(layout.ticket(ticket)) : undefined;
  if (written === undefined) throw refuse(`its owner wrote no ticket ${ticket}`);
  const { order, at } = written;
  const fits = use === 'start' ? order.asks !== 'resume' : order.asks === use;
  if (!fits) throw refuse(`ticket ${ticket} asks to ${order.asks} it, not to ${use} it`);
  const wrong =
    (await whyNotStarted(folder, order, use)) ?? (await whyNotRun(folder, order, plan.runCount));
  if (wrong !== undefined) throw refuse(wrong);
  if (hasLapsed({ at }, now()) && !(await folder.has(layout.ticketTaken(ticket)))) {
    throw refuse(`ticket ${ticket} was written at ${at}, more than ${ticketLifeDays} days ago`);
  }
  if (await takeFromStore(folder, ticket, caller, now())) return order;
  throw refuse(`ticket ${ticket} is good for one message, and was taken by another`);
}

/** A study that has ended starts again only for runs that are to run again; one that lost its workflow may start with such a request, or without. */
async function whyNotStarted(
  folder: DocumentFolder,
  { asks }: TicketOrder,
  use: TakeTicketInput['use'],
): Promise<string | undefined> {
  if (use !== 'start' || asks !== 'start') return undefined;
  return (await folder.has(layout.status)) ? 'it has ended' : undefined;
}

async function whyNotRun(
  folder: DocumentFolder,
  order: TicketOrder,
  runCount: number,
): Promise<string | undefined> {
  if (order.asks !== 'retry' && order.asks !== 'amend') return undefined;
  const { revision } = order;
  const runs = order.asks === 'amend' || order.runs === 'failed' ? [] : order.runs;
  const unknown = runs.filter((run) => run > runCount);
  if (unknown.length > 0) return `it has runs 1 to ${runCount}, and no run ${unknown.join(', ')}`;
  if (revision === undefined || revision === firstRevision) return undefined;
  if (await folder.has(layout.revision(revision))) return undefined;
  return `the store has no revision ${revision} of its files`;
}
