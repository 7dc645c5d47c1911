import { expect, it } from 'vitest';
import { prepareRecurrence } from '../../../activities/recurrence/prepare-recurrence.ts';
import { layout } from '../../../src/store/index.ts';
import { openOccurrences, passTimeOfDay, schedule } from './occurrences.ts';

it('an occurrence has one ticket for the start of its study, whoever prepares it and however often', async () => {
  const { dependencies, store } = await openOccurrences();
  const pass = { schedule, passTime: passTimeOfDay(1) };
  const [first, second] = await Promise.all([
    prepareRecurrence(dependencies, pass),
    prepareRecurrence(dependencies, pass),
  ]);
  expect(second).toEqual(first);
  expect(await prepareRecurrence(dependencies, pass)).toEqual(first);
  const { studyId, ticket = 'none' } = first;
  const folder = store.study(studyId);
  expect(await folder.read(layout.ticket(ticket))).toMatchObject({ order: { asks: 'start' } });
  expect(
    await prepareRecurrence(dependencies, { ...pass, passTime: passTimeOfDay(2) }),
  ).not.toMatchObject({ ticket });
});
