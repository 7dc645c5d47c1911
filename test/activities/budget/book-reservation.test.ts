/** What is set aside is entered in the ledger once, also where whoever had kept it died before that. */
import { afterAll, expect, it } from 'vitest';
import { bookReservation } from '../../../activities/budget/book-reservation.ts';
import { setAside } from '../../../activities/budget/set-aside.ts';
import { layout, readLedger, type DocumentFolder } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
const price = { amount: 0.5, currency: 'USD' };
const place = layout.reservation(1);
const reservationAt = (minute: number, revision = 1) => ({
  ...{ mostHours: 8, revision, at: `2026-05-01T12:0${minute}:00.000Z` },
});

async function ask(folder: DocumentFolder, minute: number, revision = 1): Promise<void> {
  const asked = reservationAt(minute, revision);
  const isNew = await setAside(folder, place, asked, false);
  await bookReservation(folder, place, { key: 'job 1', asked, isNew, price });
}

async function booked(folder: DocumentFolder): Promise<readonly (readonly [string, number])[]> {
  const rows: (readonly [string, number])[] = [];
  for await (const entry of readLedger(folder)) {
    if (entry.kind === 'reservation') rows.push([entry.at, entry.cost]);
  }
  return rows;
}

it('asked for again and again it is entered once, with the moment of its record', async () => {
  const folder = store.study('beam-1');
  for (const minute of [1, 2, 3]) await ask(folder, minute);
  expect(await booked(folder)).toEqual([[reservationAt(1).at, 4]]);
});

it('kept by somebody who died it is entered by who asks next, once', async () => {
  const folder = store.study('beam-2');
  await setAside(folder, place, reservationAt(1), false);
  expect(await booked(folder)).toEqual([]);
  for (const minute of [2, 3]) await ask(folder, minute);
  expect(await booked(folder)).toEqual([[reservationAt(1).at, 4]]);
});

it('set aside anew for a later revision it is entered anew; a late asker of the earlier one enters nothing', async () => {
  const folder = store.study('beam-3');
  await ask(folder, 1);
  await setAside(folder, place, reservationAt(2, 2), false);
  await ask(folder, 3);
  expect(await booked(folder)).toEqual([[reservationAt(1).at, 4]]);
  await ask(folder, 4, 2);
  expect(await booked(folder)).toEqual([
    [reservationAt(1).at, 4],
    [reservationAt(2).at, 4],
  ]);
});
