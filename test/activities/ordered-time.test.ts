/** Only what its owner ordered begins, whatever the Temporal server starts. */
import { beforeEach, expect, it } from 'vitest';
import { requireOrderedTime } from '../../activities/ordered-time.ts';
import {
  askForOne,
  askForSpan,
  beginOrder,
  readRefused,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const day = 86_400_000;
const at = (iso: string): Date => new Date(iso);
const createdAt = '2026-03-01T00:00:00.000Z';
const timing = { cron: '0 3 * * *', timezone: 'UTC', catchupMs: 3_600_000 };

let folder: DocumentFolder;
beforeEach(async () => {
  let clean = (): void => undefined;
  const store = await temporaryStore((remove) => (clean = remove));
  folder = store.standingOrder('recurrences', 'nightly');
  return () => clean();
});

const require = (passTime: string, now = passTime): Promise<void> =>
  requireOrderedTime(
    folder,
    { createdAt, timing },
    {
      ...{ passTime, now: at(now), name: 'schedule nightly' },
    },
  );

const refused = (passTime: string, why: string): object => ({
  ...{ type: 'TIME_NOT_ORDERED', nonRetryable: true },
  message: `Nothing was begun for schedule nightly at ${passTime}: ${why}. If it is wanted: doeflow schedule trigger nightly`,
});

it('one of the order’s own times begins, also late by what is made up for and a week', async () => {
  const time = '2026-03-05T03:00:00.000Z';
  await require(time);
  const last = new Date(Date.parse(time) + timing.catchupMs + 7 * day).toISOString();
  await require(time, last);
  const late = new Date(Date.parse(last) + 1).toISOString();
  await expect(require(time, late)).rejects.toMatchObject(
    refused(time, 'that is too long ago to be made up for, and nobody asked for it'),
  );
});

it('a time that is none of its own begins only where somebody asked for one', async () => {
  const time = '2026-03-05T04:00:00.000Z';
  await expect(require(time)).rejects.toMatchObject(
    refused(time, 'it is none of the times that were ordered, and nobody asked for one then'),
  );
  await askForOne(folder, at(time));
  await require(time);
});

it('a time to come doesn’t begin, but by what clocks differ', async () => {
  const time = '2026-03-05T03:00:00.000Z';
  const early = '2026-03-05T02:00:00.000Z';
  await expect(require(time, early)).rejects.toMatchObject(
    refused(time, `that time is to come, as it is ${early}`),
  );
  await require(time, '2026-03-05T02:59:59.000Z');
});

it('a time before the order stands begins only where its span was asked for', async () => {
  const time = '2026-02-20T03:00:00.000Z';
  const now = '2026-02-20T03:00:01.000Z';
  await expect(require(time, now)).rejects.toMatchObject(
    refused(time, `it stands since ${createdAt}, and nobody asked for what was before`),
  );
  await askForSpan(folder, { from: at(time), to: at(time) }, at(now));
  await require(time, now);
  await beginOrder(folder, at('2026-03-10T00:00:00.000Z'));
  const missed = '2026-03-08T03:00:00.000Z';
  await expect(require(missed, '2026-03-10T00:00:01.000Z')).rejects.toThrow(
    'it stands since 2026-03-10T00:00:00.000Z',
  );
});

it('a time at which the order began is one of its own, whichever clock is ahead', async () => {
  for (const began of ['2026-03-10T02:59:59.000Z', '2026-03-10T03:00:01.000Z']) {
    await beginOrder(folder, at(began));
    await require('2026-03-10T03:00:00.000Z', '2026-03-10T03:00:02.000Z');
  }
});

it('what is refused is counted for whoever looks at the order', async () => {
  for (const hour of ['04', '05']) {
    await require(`2026-03-05T${hour}:00:00.000Z`).catch(() => undefined);
  }
  expect(await readRefused(folder)).toMatchObject({
    ...{ count: 2, lastTime: '2026-03-05T05:00:00.000Z' },
  });
});
