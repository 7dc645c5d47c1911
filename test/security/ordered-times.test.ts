/** Whoever reaches the Temporal server can start what a schedule starts, for any time: only what was ordered is run and paid for. */
import { describe, expect, it } from 'vitest';
import { openPass } from '../../activities/archive/open-pass.ts';
import { closeRecurrence } from '../../activities/recurrence/close-recurrence.ts';
import { prepareRecurrence } from '../../activities/recurrence/prepare-recurrence.ts';
import { archiveLayout } from '../../src/archive/index.ts';
import { listPassTimes, recurrenceLayout } from '../../src/recurrence/index.ts';
import { nameWasTaken } from '../../src/run/archive-contract.ts';
import {
  askForOne,
  askForSpan,
  beginOrder,
  layout,
  readRefused,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { followsTiming } from '../../src/temporal/follows-timing.ts';
import { isOwnTime, listOwnTimes } from '../../src/temporal/own-times.ts';
import { serveFinishedJobs } from '../activities/archive/finished-jobs.ts';
import { openPasses } from '../activities/archive/run-passes.ts';
import { openOccurrences, passTimeOfDay, schedule } from '../activities/recurrence/occurrences.ts';

const refused = { type: 'TIME_NOT_ORDERED', nonRetryable: true };
const timing = { cron: '0 3 * * *', timezone: 'UTC', catchupMs: 3_600_000, jitterMs: 0 };

/** Both kinds of standing orders, made on the first of the year, each night at 3. */
const kinds = [
  {
    kind: 'an occurrence',
    async open() {
      const { dependencies, store } = await openOccurrences();
      const begin = (passTime: string, at: string) =>
        prepareRecurrence({ ...dependencies, now: () => new Date(at) }, { schedule, passTime });
      return { folder: store.standingOrder('recurrences', schedule), begin };
    },
  },
  {
    kind: 'a pass',
    async open() {
      const order = { timing: { ...timing, overlap: 'skip' as const } };
      const { dependencies, folder, run } = await openPasses(await serveFinishedJobs(), order);
      const begin = (passTime: string, at: string) =>
        openPass(
          { ...dependencies, now: () => new Date(at) },
          { archive: 'nightly', passTime },
          run,
        );
      return { folder, begin };
    },
  },
];

const came = async (folder: DocumentFolder): Promise<readonly string[]> =>
  (await folder.list(archiveLayout.allPasses)).folders;

describe.each(kinds)('$kind', ({ open }) => {
  const now = '2026-03-10T12:00:00.000Z';

  it('begins at the order’s own times, again and again the same', async () => {
    const { folder, begin } = await open();
    const first = await begin('2026-03-10T03:00:00.000Z', now);
    expect(await begin('2026-03-10T03:00:00.000Z', '2027-01-01T00:00:00Z')).toEqual(first);
    expect(await came(folder)).toHaveLength(1);
    expect(await readRefused(folder)).toBe(undefined);
  });

  it.each([
    ['to come', '2026-03-11T03:00:00.000Z'],
    ['far away', '2036-03-11T03:00:00.000Z'],
    ['between two of its own', '2026-03-10T03:00:08.000Z'],
    ['from before it was ordered', '2025-12-31T03:00:00.000Z'],
    ['that was missed long ago', '2026-02-10T03:00:00.000Z'],
  ])('doesn’t begin for a time %s, and leaves nothing there but a count', async (_, passTime) => {
    const { folder, begin } = await open();
    await expect(begin(passTime, now)).rejects.toMatchObject(refused);
    await expect(begin(passTime, now)).rejects.toMatchObject(refused);
    expect(await came(folder)).toEqual([]);
    expect(await readRefused(folder)).toEqual({ count: 2, lastAt: now, lastTime: passTime });
  });

  it('begins once, and soon, when a person asked for it', async () => {
    const { folder, begin } = await open();
    await askForOne(folder, new Date(now));
    const late = '2026-03-10T12:30:00.000Z';
    await expect(begin(late, late)).rejects.toMatchObject(refused);
    const soon = '2026-03-10T12:00:01.000Z';
    const first = await begin(soon, soon);
    expect(await begin(soon, soon)).toEqual(first);
    await expect(begin('2026-03-10T12:00:02.000Z', soon)).rejects.toMatchObject(refused);
  });

  it('begins at the own times of a span that a person asked for', async () => {
    const { folder, begin } = await open();
    const span = { from: new Date('2025-06-01'), to: new Date('2025-06-03') };
    await askForSpan(folder, span, new Date(now));
    await begin('2025-06-01T03:00:00.000Z', now);
    for (const passTime of ['2025-06-01T04:00:00.000Z', '2025-06-03T03:00:00.000Z']) {
      await expect(begin(passTime, now)).rejects.toMatchObject(refused);
    }
  });

  it('doesn’t begin for a time from before the order was resumed or replaced', async () => {
    const { folder, begin } = await open();
    await beginOrder(folder, new Date('2026-03-10T04:00:00.000Z'));
    await expect(begin('2026-03-10T03:00:00.000Z', now)).rejects.toMatchObject(refused);
  });
});

describe('an occurrence that somebody kept from coming', () => {
  it('is named by the next one', async () => {
    const { come } = await openOccurrences();
    await come(1, [{ y: 1 }, { y: 2 }]);
    const { comparison, notes } = await come(4, [{ y: 1 }, { y: 2 }]);
    expect(comparison).toBe('same');
    expect(notes.join()).toContain(
      `The occurrence of ${passTimeOfDay(3)}, of ${passTimeOfDay(2)} never came`,
    );
  });

  it('takes no reference from the next one, whenever it was closed', async () => {
    const { come, leave, dependencies, store } = await openOccurrences();
    const orders = store.standingOrder('recurrences', schedule);
    const studyId = await leave(2, []);
    // Closed before the earlier one was: it knows no reference.
    const ending = { schedule, passTime: passTimeOfDay(2), studyId };
    await closeRecurrence(dependencies, { ...ending, state: 'Skipped', loss: 'cancelled' });
    await come(1, [{ y: 1 }, { y: 2 }]);
    expect(await orders.read(recurrenceLayout.result(passTimeOfDay(2)))).not.toHaveProperty(
      'reference',
    );
    expect(await come(3, [{ y: 1 }, { y: 2 }])).toMatchObject({ comparison: 'same' });
    expect(await listPassTimes(orders)).toHaveLength(3);
  });

  it('by holding its study’s id is told, with the way out; a study of ours that is open is not', async () => {
    const { leave, dependencies, store } = await openOccurrences();
    const loss = nameWasTaken('beam');
    const close = async (day: number) => {
      const studyId = await leave(day, []);
      await store.study(studyId).create(layout.starting, { kind: 'new', at: passTimeOfDay(day) });
      const pass = { schedule, passTime: passTimeOfDay(day), studyId };
      return closeRecurrence(dependencies, { ...pass, state: 'Skipped', loss });
    };
    expect((await close(1)).notes.join()).toContain(
      'temporal workflow terminate --workflow-id study-beam',
    );
    await leave(2, []);
    expect((await close(3)).notes.join()).toBe(`Nothing was run: ${loss}`);
  });
});

describe('the times of an order', () => {
  const berlin = { cron: '30 2 * * 1-5', timezone: 'Europe/Berlin' };

  it('are reckoned in its time zone, without a server', () => {
    const isOwn = (time: string): boolean => isOwnTime(berlin, new Date(time));
    expect(['2026-01-05T01:30:00Z', '2026-07-06T00:30:00Z'].map(isOwn)).toEqual([true, true]);
    expect(
      ['2026-01-05T02:30:00Z', '2026-01-04T01:30:00Z', '2026-01-05T01:30:01Z'].map(isOwn),
    ).toEqual([false, false, false]);
    const every = { everyMs: 5_400_000, timezone: 'UTC' };
    expect(isOwnTime(every, new Date('2026-01-05T01:30:00Z'))).toBe(true);
    expect(isOwnTime(every, new Date('2026-01-05T01:31:00Z'))).toBe(false);
    const span = { from: new Date('2026-01-02'), to: new Date('2026-01-07') };
    expect(listOwnTimes(berlin, span, 9).map((time) => time.toISOString())).toEqual([
      '2026-01-06T01:30:00.000Z',
      '2026-01-05T01:30:00.000Z',
      '2026-01-02T01:30:00.000Z',
    ]);
  });

  it('are held against those that the server names', () => {
    const now = new Date('2026-03-27T12:00:00Z');
    const follows = (times: readonly string[], jitterMs = 0): boolean =>
      followsTiming({ ...timing, jitterMs }, times, now);
    const nights = ['2026-03-28T03:00:00Z', '2026-03-29T03:00:00Z', '2026-03-30T03:00:00Z'];
    expect(follows(nights)).toBe(true);
    expect(follows(['2026-03-28T03:00:40Z', '2026-03-29T03:00:07Z'], 60_000)).toBe(true);
    expect(follows([])).toBe(false);
    expect(follows(nights.slice(1))).toBe(false);
    expect(follows(nights.filter((_, index) => index !== 1))).toBe(false);
    expect(follows(['2026-03-27T12:00:08Z', '2026-03-27T12:00:16Z'])).toBe(false);
  });
});
