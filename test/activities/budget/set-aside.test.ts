/** What is kept of a sum that is set aside, once it was set aside before. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { setAside } from '../../../activities/budget/set-aside.ts';
import { layout, type DocumentFolder } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

const place = layout.reservation(1);
const before = { mostHours: 2, slots: 2, revision: 2, at: 'before' };
const asked = { ...before, at: 'after' };

it('nothing was set aside before: it is now', async () => {
  expect(await setAside(folder, place, asked, false)).toBe(true);
  expect(await folder.read(place)).toEqual(asked);
  expect(await setAside(folder, layout.reservation(2), asked, true)).toBe(true);
});

it.each([
  ['an older revision', { revision: 1, mostHours: 4, slots: 4 }],
  ['no revision', { revision: undefined, mostHours: 4, slots: 4 }],
  ['the same again', {}],
])('of whoever asks with %s what was set aside stays', async (_, more) => {
  await folder.write(place, before);
  expect(await setAside(folder, place, { ...asked, ...more }, false)).toBe(false);
  expect(await folder.read(place)).toEqual(before);
});

it.each([
  ['a newer revision, though it takes the same', { revision: 3 }],
  ['other hours', { mostHours: 1 }],
  ['other slots', { slots: 1 }],
])('with %s it is set aside anew', async (_, more) => {
  await folder.write(place, before);
  expect(await setAside(folder, place, { ...asked, ...more }, false)).toBe(true);
  expect(await folder.read(place)).toEqual({ ...asked, ...more });
});

it('what is made already keeps what was set aside for it', async () => {
  await folder.write(place, before);
  const more = { mostHours: 4, revision: 3 };
  expect(await setAside(folder, place, { ...asked, ...more }, true)).toBe(false);
  expect(await folder.read(place)).toEqual(before);
});

it('what was set aside without a revision is older than any', async () => {
  await folder.write(place, { mostHours: 2, slots: 2, at: 'before' });
  expect(await setAside(folder, place, { ...asked, revision: 1 }, false)).toBe(true);
  expect((await folder.read(place)).revision).toBe(1);
});
