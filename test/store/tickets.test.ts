import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  bindTicket,
  dropTicket,
  hasLapsed,
  isTakenBy,
  isTicketName,
  layout,
  openStore,
  takeTicket,
  writeTicket,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
let folder: DocumentFolder;
beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  folder = (await openStore(root)).study('beam-1');
});

const day = 86_400_000;
const now = new Date('2026-02-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(now.getTime() + ms);
const taker = { workflowId: 'w', runId: 'r', activityId: '1' };
const order = { asks: 'retry', runs: 'failed' } as const;

describe('a ticket', () => {
  it('is written with what it asks for, under a name that nobody can guess', async () => {
    const [one, other] = [
      await writeTicket(folder, order, now),
      await writeTicket(folder, order, now),
    ];
    expect(one).not.toBe(other);
    expect([one, other].filter(isTicketName)).toHaveLength(2);
    expect(await folder.read(layout.ticket(one))).toEqual({
      ...{ formatVersion: 1, at: now.toISOString(), order },
    });
  });

  it.each([
    '',
    'x',
    '../../0f8fad5b-d9cb-469f-a165-70867728950e',
    '0f8fad5b-d9cb-469f-a165-70867728950e.json',
    '0F8FAD5B-D9CB-469F-A165-70867728950E',
    '0f8fad5bd9cb469fa16570867728950e',
  ])('is not named %j', (name) => {
    expect(isTicketName(name)).toBe(false);
  });

  it('is good for one call, and for every try of that call', async () => {
    const ticket = await writeTicket(folder, order, now);
    expect(await isTakenBy(folder, ticket, taker)).toBe(false);
    expect(await takeTicket(folder, ticket, taker, now)).toBe(true);
    expect(await takeTicket(folder, ticket, taker, after(5))).toBe(true);
    for (const part of ['workflowId', 'runId', 'activityId']) {
      expect(await takeTicket(folder, ticket, { ...taker, [part]: 'x' }, now), part).toBe(false);
    }
    expect(await folder.read(layout.ticketTaken(ticket))).toEqual({
      ...{ ...taker, at: now.toISOString() },
    });
    expect(await isTakenBy(folder, ticket, taker)).toBe(true);
    for (const part of ['workflowId', 'runId']) {
      expect(await isTakenBy(folder, ticket, { ...taker, [part]: 'x' }), part).toBe(false);
    }
    expect(await isTakenBy(folder, 'x', taker)).toBe(false);
  });

  it('is spent on one job for each kind of runs', async () => {
    const ticket = await writeTicket(folder, order, now);
    expect(await bindTicket(folder, ticket, 'asked', 4)).toBe(true);
    expect(await bindTicket(folder, ticket, 'asked', 4)).toBe(true);
    expect(await bindTicket(folder, ticket, 'asked', 5)).toBe(false);
    expect(await bindTicket(folder, ticket, 'stopped', 5)).toBe(true);
  });

  it('can be taken back while nobody took it', async () => {
    const [free, taken] = [
      await writeTicket(folder, order, now),
      await writeTicket(folder, order, now),
    ];
    await takeTicket(folder, taken, taker, now);
    for (const ticket of [free, taken]) await dropTicket(folder, ticket);
    expect(await folder.has(layout.ticket(free))).toBe(false);
    expect(await folder.has(layout.ticket(taken))).toBe(true);
  });

  it('lapses after thirty days, and is removed with the next that is written, unless it was taken', async () => {
    expect(hasLapsed({ at: now.toISOString() }, after(30 * day))).toBe(false);
    expect(hasLapsed({ at: now.toISOString() }, after(30 * day + 1))).toBe(true);
    const [old, taken] = [
      await writeTicket(folder, order, now),
      await writeTicket(folder, order, now),
    ];
    await takeTicket(folder, taken, taker, now);
    const young = await writeTicket(folder, order, after(30 * day));
    expect(await folder.has(layout.ticket(old))).toBe(true);
    await writeTicket(folder, order, after(30 * day + 1));
    expect(await folder.has(layout.ticket(old))).toBe(false);
    expect(await folder.has(layout.ticket(taken))).toBe(true);
    expect(await folder.has(layout.ticket(young))).toBe(true);
  });
});
