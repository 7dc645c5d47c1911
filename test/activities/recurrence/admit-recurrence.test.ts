import { expect, it } from 'vitest';
import { admitRecurrence } from '../../../activities/recurrence/admit-recurrence.ts';
import { closeRecurrence } from '../../../activities/recurrence/close-recurrence.ts';
import { prepareRecurrence } from '../../../activities/recurrence/prepare-recurrence.ts';
import { recurrenceLayout } from '../../../src/recurrence/index.ts';
import { askWhilePaused, layout, pauseOrder } from '../../../src/store/index.ts';
import { openOccurrences, passTimeOfDay, schedule } from './occurrences.ts';

/** Occurrences of the days 1 to 3, prepared, whose order has them wait for each other. */
async function openWaiting() {
  const { dependencies, store } = await openOccurrences();
  const orders = store.standingOrder('recurrences', schedule);
  const order = await orders.read(recurrenceLayout.order);
  await orders.write(recurrenceLayout.order, { ...order, overlap: 'wait' });
  const studies = [];
  for (const day of [1, 2, 3]) {
    const pass = { schedule, passTime: passTimeOfDay(day) };
    studies.push((await prepareRecurrence(dependencies, pass)).studyId);
  }
  const ask = async (day: number): Promise<string> =>
    (await admitRecurrence(dependencies, { schedule, passTime: passTimeOfDay(day) })).answer;
  return { dependencies, store, orders, order, studies, ask };
}

it('lets occurrences that wait begin in the order of their times', async () => {
  const { dependencies, store, studies, ask } = await openWaiting();
  expect([await ask(3), await ask(2), await ask(1)]).toEqual(['wait', 'wait', 'begin']);
  // The first has begun, as its study was planned; the second was skipped.
  await store.study(studies[0] ?? '').remove(layout.starting);
  expect([await ask(3), await ask(2)]).toEqual(['wait', 'begin']);
  const [, studyId = ''] = studies;
  const ending = { schedule, passTime: passTimeOfDay(2), studyId, state: 'Skipped' };
  await closeRecurrence(dependencies, ending);
  expect(await ask(3)).toBe('begin');
});

it('lets each begin whose order passes over what is open', async () => {
  const { dependencies, orders, order, ask } = await openWaiting();
  const pass = { schedule, passTime: passTimeOfDay(3) };
  expect(await admitRecurrence(dependencies, pass)).toEqual({
    answer: 'wait',
    why: `the occurrence of ${passTimeOfDay(1)} waits too; this one begins after it`,
  });
  await orders.write(recurrenceLayout.order, { ...order, overlap: 'skip' });
  expect([await ask(3), await ask(1)]).toEqual(['begin', 'begin']);
  await pauseOrder(orders, { at: new Date(passTimeOfDay(2)), note: 'holidays' });
  expect(await admitRecurrence(dependencies, pass)).toMatchObject({
    ...{
      answer: 'withdrawn',
      why: expect.stringMatching(/^the schedule nightly is paused/u) as string,
    },
  });
  await orders.remove(recurrenceLayout.order);
  expect(await admitRecurrence(dependencies, pass)).toEqual({
    ...{ answer: 'withdrawn', why: 'its order was taken back before its study began' },
  });
});

it('waits not for an occurrence that asks no more', async () => {
  const { ask } = await openWaiting();
  const looks = [];
  for (let look = 1; look <= 4; look += 1) {
    looks.push(await ask(2));
    // It asks as well, so it is waited for.
    await ask(1);
  }
  expect(looks).toEqual(['wait', 'wait', 'wait', 'wait']);
  expect([await ask(2), await ask(2), await ask(2), await ask(2)]).toContain('begin');
});

it('waits not for an occurrence that was never prepared whole', async () => {
  const { orders, ask } = await openWaiting();
  await ask(1);
  await orders.remove(recurrenceLayout.prepared(passTimeOfDay(1)));
  expect([await ask(3), await ask(2)]).toEqual(['wait', 'begin']);
});

it('lets nothing begin once the order was taken back, made anew or is paused, but what was asked for since', async () => {
  const { orders, order, ask } = await openWaiting();
  await pauseOrder(orders, { at: new Date(passTimeOfDay(2)), note: 'holidays' });
  expect(await ask(1)).toBe('withdrawn');
  await askWhilePaused(orders, new Date(passTimeOfDay(1)));
  expect(await ask(1)).toBe('begin');
  const createdAt = '2026-02-01T00:00:00.000Z';
  await orders.write(recurrenceLayout.order, { ...order, createdAt });
  expect(await ask(1)).toBe('withdrawn');
  await orders.remove(recurrenceLayout.order);
  expect(await ask(1)).toBe('withdrawn');
});
