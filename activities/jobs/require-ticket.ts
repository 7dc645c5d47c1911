import { isDeepStrictEqual } from 'node:util';
import { ApplicationFailure } from '@temporalio/common';
import type { PlanRetryInput } from '../../src/run/activity-contract.ts';
import type { AddedRunsRequest } from '../../src/run/amend-messages.ts';
import type { TicketOrder } from '../../src/run/messages.ts';
import {
  bindTicket,
  isTicketName,
  layout,
  readStoppedJobs,
  type DocumentFolder,
} from '../../src/store/index.ts';

/** What is only done for a ticket; that an amendment adds runs, the store says. */
type TicketedRequest = Exclude<Required<PlanRetryInput>['request'], AddedRunsRequest>;

/**
 * Makes sure that runs are run again because the study's owner asked for it: by a ticket that was taken, says the same, and is spent on no
 * other retry.
 * @param input `jobNumber`: the first job of the retry
 * @returns when it was written: the moment of the owner's command
 * @throws ApplicationFailure TICKET_REFUSED, not retried
 */
export async function requireTicket(
  folder: DocumentFolder,
  {
    studyId,
    jobNumber,
    request,
  }: Pick<PlanRetryInput, 'studyId' | 'jobNumber'> & {
    readonly request: TicketedRequest;
  },
): Promise<Date> {
  const { ticket } = request;
  const refuse = (why: string): ApplicationFailure =>
    ApplicationFailure.nonRetryable(
      `No run of study ${studyId} runs again as job ${jobNumber}: ${why}`,
      'TICKET_REFUSED',
    );
  if (ticket === undefined || !isTicketName(ticket)) throw refuse('no ticket was named for it');
  const written = await folder.find(layout.ticket(ticket));
  const isTaken = await folder.has(layout.ticketTaken(ticket));
  if (written === undefined || !isTaken) throw refuse(`ticket ${ticket} was not taken`);
  if (!(await allows(folder, written.order, request)))
    throw refuse(`ticket ${ticket} asks for something else`);
  const what = request.runs === 'stopped' ? 'stopped' : 'asked';
  if (await bindTicket(folder, ticket, what, jobNumber)) return new Date(written.at);
  throw refuse(`ticket ${ticket} was spent on another job`);
}

/** Whoever has the study go on has what a guard stopped go on, too; who takes up a lost one, what the records say was stopped before. */
async function allows(
  folder: DocumentFolder,
  order: TicketOrder,
  request: TicketedRequest,
): Promise<boolean> {
  if (request.runs === 'stopped') {
    if (order.asks !== 'start') return true;
    if (order.stop !== undefined) return false;
    const stopped = (await readStoppedJobs(folder)).map(({ jobNumber }) => jobNumber);
    return request.ofJobs.every((jobNumber) => stopped.includes(jobNumber));
  }
  return (
    order.asks === 'retry' &&
    order.revision === request.revision &&
    isDeepStrictEqual(order.runs, request.runs)
  );
}
