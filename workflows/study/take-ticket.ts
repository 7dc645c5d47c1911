/** Tickets: a message only names one, and the store says what its owner asked for. */
import { ApplicationFailure } from '@temporalio/workflow';
import type { AskedRuns, RetryRequest, TicketOrder } from '../../src/run/messages.ts';
import { applicationFailureOf } from '../failures.ts';
import type { StudyContext } from './study-context.ts';

/** Which runs a start is to run again, as its ticket says; undefined for a study's first start. */
export async function askedAtStart(
  { input, proxies }: StudyContext,
  ticket: string,
): Promise<RetryRequest | undefined> {
  const order = await proxies.step.takeTicket({ studyId: input.studyId, ticket, use: 'start' });
  return order.asks === 'retry' ? requestOf(order, ticket) : undefined;
}

/**
 * Has the ticket of an update taken. @returns which runs it asks for: none where it lets the study go on
 * @throws ApplicationFailure with the store's own sentence, which the asking person reads
 */
export async function takeTicket(
  { input, proxies }: StudyContext,
  ticket: string,
  use: 'retry' | 'resume',
): Promise<AskedRuns> {
  try {
    const order = await proxies.step.takeTicket({ studyId: input.studyId, ticket, use });
    return order.asks === 'retry' ? requestOf(order, ticket) : { runs: [], ticket };
  } catch (error) {
    throw applicationFailureOf(error) ?? ApplicationFailure.fromError(error);
  }
}

function requestOf(
  { runs, revision, joinOnly }: Extract<TicketOrder, { asks: 'retry' }>,
  ticket: string,
): AskedRuns {
  return {
    ...{ runs, ticket },
    ...(revision === undefined ? {} : { revision }),
    ...(joinOnly === undefined ? {} : { joinOnly }),
  };
}
