/** Runs run again, and are paid for again, only as their owner asked. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { requireTicket } from '../../../activities/jobs/require-ticket.ts';
import {
  listOf,
  noteOf,
  sentenceOfCanary,
  sentenceOfLater,
  sentencePassedOver,
} from '../../../activities/jobs/retry-notes.ts';
import type { PlanRetryInput } from '../../../src/run/activity-contract.ts';
import type { AddedRunsRequest } from '../../../src/run/amend-messages.ts';
import type { TicketOrder } from '../../../src/run/messages.ts';
import {
  keepJobStopped,
  keepPlatformJob,
  takeTicket,
  writeTicket,
  type DocumentFolder,
} from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const studyId = 'beam-1';
const at = new Date('2026-05-01T12:00:00.000Z');
type Request = Exclude<NonNullable<PlanRetryInput['request']>, AddedRunsRequest>;

let folder: DocumentFolder;
beforeEach(async () => {
  let clean = (): void => undefined;
  folder = (await temporaryStore((remove) => (clean = remove))).study(studyId);
  return () => clean();
});

async function taken(order: TicketOrder): Promise<string> {
  const ticket = await writeTicket(folder, order, at);
  await takeTicket(folder, ticket, { workflowId: 'w', runId: 'r', activityId: '1' }, at);
  return ticket;
}

const ask = (request: object, jobNumber = 2): Promise<Date> =>
  requireTicket(folder, { studyId, jobNumber, request: request as Request });

/** How a refusal ends. */
const refused = (why: string): object => ({
  ...{ type: 'TICKET_REFUSED', nonRetryable: true },
  message: `No run of study beam-1 runs again as job 2: ${why}`,
});

describe('a retry', () => {
  it('goes by a ticket that says the same, and counts from when that was written', async () => {
    const ticket = await taken({ asks: 'retry', runs: [2], revision: 3 });
    expect(await ask({ runs: [2], revision: 3, ticket })).toEqual(at);
    expect(await ask({ runs: [2], revision: 3, ticket })).toEqual(at);
  });

  it('without a ticket, or with one that nobody took, is refused', async () => {
    for (const ticket of [undefined, '../snapshot']) {
      await expect(ask({ runs: 'failed', ...(ticket && { ticket }) })).rejects.toMatchObject(
        refused('no ticket was named for it'),
      );
    }
    const untaken = await writeTicket(folder, { asks: 'retry', runs: 'failed' }, at);
    for (const ticket of [untaken, randomUUID()]) {
      await expect(ask({ runs: 'failed', ticket })).rejects.toMatchObject(
        refused(`ticket ${ticket} was not taken`),
      );
    }
  });

  it('of other runs, of other files, or that was asked as something else is refused', async () => {
    const orders: readonly (readonly [TicketOrder, object])[] = [
      [{ asks: 'retry', runs: [2] }, { runs: [2, 3] }],
      [{ asks: 'retry', runs: [2] }, { runs: 'failed' }],
      [
        { asks: 'retry', runs: [2] },
        { runs: [2], revision: 2 },
      ],
      [{ asks: 'resume' }, { runs: 'failed' }],
      [{ asks: 'start' }, { runs: 'failed' }],
    ];
    for (const [order, request] of orders) {
      const ticket = await taken(order);
      await expect(ask({ ...request, ticket })).rejects.toMatchObject(
        refused(`ticket ${ticket} asks for something else`),
      );
    }
  });

  it('is one: its ticket is spent on no other job', async () => {
    const ticket = await taken({ asks: 'retry', runs: 'failed' });
    await ask({ runs: 'failed', ticket }, 5);
    await expect(ask({ runs: 'failed', ticket })).rejects.toMatchObject(
      refused(`ticket ${ticket} was spent on another job`),
    );
  });
});

describe('what was stopped', () => {
  const stopped = (ticket: string, ...ofJobs: readonly number[]): object => ({
    ...{ runs: 'stopped', ofJobs, ticket },
  });

  it('goes on with whoever lets the study go on, beside the runs that they ask for', async () => {
    const ticket = await taken({ asks: 'retry', runs: 'failed' });
    expect(await ask(stopped(ticket, 1))).toEqual(at);
    // Another job than that of the runs which were asked for.
    expect(await ask({ runs: 'failed', ticket }, 3)).toEqual(at);
  });

  it('of a lost study goes on as far as the records say that it was stopped', async () => {
    for (const jobNumber of [1, 2]) {
      await keepPlatformJob(folder, jobNumber, `J${jobNumber}`);
      const by = { jobId: `J${jobNumber}`, by: 'study', at: at.toISOString() } as const;
      await keepJobStopped(folder, jobNumber, by);
    }
    expect(await ask(stopped(await taken({ asks: 'start' }), 1, 2))).toEqual(at);
    const ticket = await taken({ asks: 'start' });
    await expect(ask(stopped(ticket, 1, 3))).rejects.toMatchObject(
      refused(`ticket ${ticket} asks for something else`),
    );
    const stop = await taken({ asks: 'start', stop: 'force' });
    await expect(ask(stopped(stop, 1))).rejects.toThrow('asks for something else');
  });
});

describe('what is said of a retry', () => {
  const to = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

  it('names ten runs, and that there are more', () => {
    expect(listOf(to(10))).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 10');
    expect(listOf(to(11))).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …');
  });

  it('is one note of all sentences, or none', () => {
    expect(noteOf('One', undefined, 'two')).toEqual({ note: 'One. two' });
    expect(noteOf(undefined)).toEqual({});
  });

  it('tells of runs that were asked for by number and haven’t failed', () => {
    const told = (runs: unknown) =>
      sentencePassedOver({ runs, ticket: 't' } as never, new Set([1, 2]));
    expect(told([1, 2, 3, 7])).toBe('Not run again, as only failed runs are: 3, 7');
    expect([told([1, 2]), told('failed')]).toEqual([undefined, undefined]);
    expect(sentencePassedOver(undefined, new Set())).toBeUndefined();
  });

  it('tells of runs that failed later, with what to do', () => {
    expect(sentenceOfLater('beam-1', [4], at)).toBe(
      'Not run again, as they failed after that was asked for (2026-05-01T12:00:00.000Z): 4. To run them again too: doeflow retry beam-1 --failed',
    );
    expect(sentenceOfLater('beam-1', [], at)).toBeUndefined();
    expect(sentenceOfLater('beam-1', [4], undefined)).toBeUndefined();
  });

  it('tells what goes ahead as a canary, and what waits for it', () => {
    const [one, two] = [[{ run: 1 }], [{ run: 2 }]];
    const ahead =
      "As none of the canary's runs is done, they go ahead alone, as job 4: what has not run follows once one is done";
    const left =
      "Not run again, as none of the canary's runs is done: 2. Ask for them again once one is";
    expect(sentenceOfCanary(4, one, [])).toBe(ahead);
    expect(sentenceOfCanary(4, one, two)).toBe(`${ahead}. ${left}`);
    expect(sentenceOfCanary(4, [], two)).toBe(left);
    expect(sentenceOfCanary(4, [], [])).toBeUndefined();
  });
});
