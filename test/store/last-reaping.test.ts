import { afterAll, expect, it } from 'vitest';
import {
  keepReaping,
  lastReapingAt,
  readLeftOn,
  readUnseen,
  type ReaperFinding,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);

const finding = (id: string, needsPerson: boolean, studyId?: string): ReaperFinding => ({
  ...{ kind: 'job', id, status: 'Executing', why: 'its study was lost', outcome: 'left' },
  needsPerson,
  ...(studyId === undefined ? {} : { studyId }),
});

it('the last look tells what it left for a person, of all studies or of one, and what it could not see', async () => {
  expect(await lastReapingAt(store)).toBeUndefined();
  expect(await readLeftOn(store)).toEqual([]);
  expect(await readUnseen(store)).toEqual([]);
  const mine = finding('a', true, 'beam-1');
  const other = finding('b', true, 'beam-2');
  const nobodys = finding('c', true);
  await keepReaping(store, {
    at: '2026-01-01T00:00:00.000Z',
    findings: [mine, other, nobodys, finding('d', false, 'beam-1')],
    unseen: [{ what: 'the list of jobs', why: '500' }],
  });
  expect(await lastReapingAt(store)).toEqual(new Date('2026-01-01T00:00:00Z'));
  expect(await readLeftOn(store)).toEqual([mine, other, nobodys]);
  expect(await readLeftOn(store, 'beam-1')).toEqual([mine]);
  expect(await readUnseen(store)).toEqual([{ what: 'the list of jobs', why: '500' }]);
});

it('a further look takes the place of the one before', async () => {
  await keepReaping(store, { at: '2026-01-02T00:00:00.000Z', findings: [] });
  expect(await lastReapingAt(store)).toEqual(new Date('2026-01-02T00:00:00Z'));
  expect(await readLeftOn(store)).toEqual([]);
  expect(await readUnseen(store)).toEqual([]);
});
