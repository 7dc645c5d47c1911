/** What a message may have a study do: only what its owner wrote down, in their words. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { TicketOrder } from '../../../src/run/messages.ts';
import { layout, ticketLifeDays, writeTicket } from '../../../src/store/index.ts';
import { beamStudy, keepStudy, type Caller, type KeptStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';
let kept: KeptStudy;
beforeEach(async () => {
  kept = await keepStudy(studyId, beamStudy, {});
});

const write = (order: TicketOrder, at = new Date()): Promise<string> =>
  writeTicket(kept.folder, order, at);
const take = (ticket: string, use: TicketOrder['asks'], caller: Caller = {}) =>
  kept.call('takeTicket', { studyId, ticket, use }, caller);
const refused = (why: string): object => ({
  ...{ type: 'TICKET_REFUSED', nonRetryable: true },
  message: `Nothing was done for study beam-1: ${why}. Give the command again`,
});

it('a ticket is good for what it asks, and a start may be for a retry, too', async () => {
  const retry = { asks: 'retry', runs: [1, 2] } as const;
  expect(await take(await write(retry), 'start')).toEqual(retry);
  expect(await take(await write(retry), 'retry')).toEqual(retry);
  const wrong = [
    ['resume', 'start'],
    ['start', 'resume'],
    ['start', 'retry'],
    ['resume', 'retry'],
  ] as const;
  for (const [asks, use] of wrong) {
    const order = (asks === 'resume' ? { asks } : { asks: 'start' }) as TicketOrder;
    const ticket = await write(order);
    await expect(take(ticket, use)).rejects.toMatchObject(
      refused(`ticket ${ticket} asks to ${asks} it, not to ${use} it`),
    );
  }
});

it('each refusal says why', async () => {
  const resume = await write({ asks: 'resume' });
  await expect(take(resume, 'resume', { workflowId: 'study-x' })).rejects.toMatchObject(
    refused("the workflow study-x isn't the study's own"),
  );
  const unknown = randomUUID();
  await expect(take(unknown, 'resume')).rejects.toMatchObject(
    refused(`its owner wrote no ticket ${unknown}`),
  );
  const at = new Date(Date.now() - (ticketLifeDays + 1) * 86_400_000);
  const old = await write({ asks: 'resume' }, at);
  await expect(take(old, 'resume')).rejects.toMatchObject(
    refused(
      `ticket ${old} was written at ${at.toISOString()}, more than ${ticketLifeDays} days ago`,
    ),
  );
  await take(resume, 'resume');
  await expect(take(resume, 'resume', { runId: 'run-2' })).rejects.toMatchObject(
    refused(`ticket ${resume} is good for one message, and was taken by another`),
  );
});

it('a retry asks for runs and files that the study has', async () => {
  const retry = async (runs: readonly number[], revision?: number) =>
    take(await write({ asks: 'retry', runs, ...(revision && { revision }) }), 'retry');
  await expect(retry([1, 3, 4])).rejects.toMatchObject(
    refused('it has runs 1 to 2, and no run 3, 4'),
  );
  await expect(retry([1], 2)).rejects.toMatchObject(
    refused('the store has no revision 2 of its files'),
  );
  const { studyFile, files } = await kept.folder.read(layout.snapshot);
  const change = (path: string) => ({
    path,
    change: 'changed',
    before: 'a'.repeat(64),
    after: 'b'.repeat(64),
  });
  await kept.folder.write(layout.revision(2), {
    ...{ formatVersion: 1, revision: 2, createdAt: '2026-01-02T00:00:00Z', engineVersion: '0' },
    ...{ runs: 'failed', studyFile, files },
    changes: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => change(`${name}.dat`)) as never,
  });
  expect(await retry([1], 2)).toMatchObject({ revision: 2 });
  const { note } = await kept.call('readRevision', { studyId, revision: 2 });
  expect(note).toMatch(
    /^Since 2026-01-02T00:00:00Z, what is started runs with revision 2 of the study's files: .*a\.dat.*e\.dat[^,]*, and 2 more\. Runs that have ended keep theirs$/u,
  );
  expect(note).not.toContain('f.dat');
});
