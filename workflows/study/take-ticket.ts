/** Tickets: a message only names one, and the store says what its owner asked for. */
import { ApplicationFailure } from '@temporalio/workflow';
import type { AskedRuns, RetryRequest, StopMode, TicketOrder } from '../../src/run/messages.ts';
import { applicationFailureOf } from '../failures.ts';
import type { StudyContext } from './study-context.ts';

/** What a start is for; nothing for a study's first one. */
interface AskedAtStart {
  /** The runs that are to run again. */
  readonly retry?: RetryRequest;
  /** It goes on only to be stopped. */
  readonly stop?: StopMode;
}

/** What a start is for, as its ticket says; in histories of before, as its input does. */
export async function askedAtStart({ input, proxies }: StudyContext): Promise<AskedAtStart> {
  const { studyId, ticket, retry } = input;
  if (ticket === undefined) return retry === undefined ? {} : { retry };
  const order = await proxies.step.takeTicket({ studyId, ticket, use: 'start' });
  switch (order.asks) {
    case 'retry':
      return { retry: requestOf(order, ticket) };
    case 'start':
      return order.stop === undefined ? {} : { stop: order.stop };
    case 'resume':
    case 'amend':
      return {};
  }
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

/**
 * Has the ticket of an amendment taken. @returns its revision
 * @throws ApplicationFailure with the store's own sentence, which the asking person reads
 */
export async function takeAmendment(
  { input, proxies }: StudyContext,
  ticket: string,
): Promise<number | undefined> {
  try {
    const target = { studyId: input.studyId, ticket, use: 'amend' } as const;
    const order = await proxies.step.takeTicket(target);
    return order.asks === 'amend' ? order.revision : undefined;
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
