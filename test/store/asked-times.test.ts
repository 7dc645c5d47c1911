import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  askForOne,
  askForSpan,
  beginOrder,
  countRefused,
  orderStandsSince,
  pauseOrder,
  readRefused,
  resumeOrder,
  wasAskedFor,
  whyPaused,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let orders = 0;

beforeEach(() => {
  orders += 1;
  folder = store.standingOrder('archives', `order-${orders}`);
});

const noon = Date.parse('2026-03-10T12:00:00Z');
/** Seconds after noon. */
const at = (seconds: number): Date => new Date(noon + seconds * 1000);
const iso = (seconds: number): string => at(seconds).toISOString();
const day = 86_400;

describe('one that was asked for now', () => {
  it.each([
    { seconds: -61, is: false },
    { seconds: -60, is: true },
    { seconds: 0, is: true },
    { seconds: 600, is: true },
    { seconds: 601, is: false },
  ])('may be for $seconds seconds later: $is', async ({ seconds, is }) => {
    await askForOne(folder, at(0));
    expect(await wasAskedFor(folder, iso(seconds), false)).toBe(is);
  });

  it('is good once, and for whoever came first again', async () => {
    await askForOne(folder, at(0));
    expect(await wasAskedFor(folder, iso(1), false)).toBe(true);
    expect(await wasAskedFor(folder, iso(2), false)).toBe(false);
    expect(await wasAskedFor(folder, iso(1), true)).toBe(true);
  });

  it('may be asked for twice, for two times', async () => {
    await askForOne(folder, at(0));
    await askForOne(folder, at(1));
    expect(await wasAskedFor(folder, iso(2), false)).toBe(true);
    expect(await wasAskedFor(folder, iso(3), false)).toBe(true);
    expect(await wasAskedFor(folder, iso(4), false)).toBe(false);
  });

  it('is good for nobody once it is removed, also at this moment', async () => {
    await askForOne(folder, at(0));
    const slow: DocumentFolder = {
      ...folder,
      list: async (below) => {
        const listing = await folder.list(below);
        for (const name of listing.objects) await folder.remove({ name: `asked/${name}` });
        return listing;
      },
    };
    expect(await wasAskedFor(slow, iso(1), true)).toBe(false);
  });

  it('is good for nobody where nobody asked', async () => {
    expect(await wasAskedFor(folder, iso(0), true)).toBe(false);
  });
});

describe('a span that was asked for', () => {
  it.each([
    { seconds: -1, is: false },
    { seconds: 0, is: true },
    { seconds: 50, is: true },
    { seconds: 100, is: true },
    { seconds: 101, is: false },
  ])('has its ends: $seconds seconds after its beginning $is', async ({ seconds, is }) => {
    await askForSpan(folder, { from: at(0), to: at(100) }, at(10 * day));
    expect(await wasAskedFor(folder, iso(seconds), true)).toBe(is);
    expect(await wasAskedFor(folder, iso(seconds), true)).toBe(is);
  });

  it("lets none but the order's own times begin, however near they are to the asking", async () => {
    await askForSpan(folder, { from: at(0), to: at(100) }, at(0));
    expect(await wasAskedFor(folder, iso(50), false)).toBe(false);
  });

  it('stands in the way of none that is asked for now', async () => {
    await askForSpan(folder, { from: at(-100), to: at(-50) }, at(0));
    await askForOne(folder, at(0));
    expect(await wasAskedFor(folder, iso(1), false)).toBe(true);
  });
});

it('what nobody came for within 30 days lapses when something else is asked for', async () => {
  const asked = { prefix: 'asked/' };
  await askForOne(folder, at(0));
  expect(await wasAskedFor(folder, iso(0), false)).toBe(true);
  await askForOne(folder, at(30 * day - 1));
  expect((await folder.list(asked)).objects).toHaveLength(3);
  await askForOne(folder, at(30 * day));
  expect((await folder.list(asked)).objects).toHaveLength(2);
});

it('an order stands since it was made, or since it was last begun, whichever is later', async () => {
  const made = { createdAt: iso(0) };
  expect(await orderStandsSince(folder, made)).toBe(iso(0));
  await beginOrder(folder, at(5));
  expect(await orderStandsSince(folder, made)).toBe(iso(5));
  expect(await orderStandsSince(folder, { createdAt: iso(6) })).toBe(iso(6));
});

it('starts that nobody ordered are counted until the order is begun again', async () => {
  expect(await readRefused(folder)).toBeUndefined();
  await countRefused(folder, iso(100), at(1));
  await countRefused(folder, iso(200), at(2));
  expect(await readRefused(folder)).toEqual({ count: 2, lastAt: iso(2), lastTime: iso(200) });
  await beginOrder(folder, at(3));
  expect(await readRefused(folder)).toBeUndefined();
});

describe('an order that is paused', () => {
  it('says since when and why, until it is resumed', async () => {
    expect(await whyPaused(folder, iso(1))).toBeUndefined();
    await pauseOrder(folder, { at: at(0), note: 'holidays' });
    expect(await whyPaused(folder, iso(1))).toBe(`paused since ${iso(0)}: holidays`);
    await resumeOrder(folder);
    expect(await whyPaused(folder, iso(1))).toBeUndefined();
  });

  it('lets begin what is asked for by hand, and what a clock within a minute says of it', async () => {
    await pauseOrder(folder, { at: at(0), note: 'holidays' });
    await askForOne(folder, at(1000));
    expect(await whyPaused(folder, iso(939))).toContain('holidays');
    expect(await whyPaused(folder, iso(940))).toBeUndefined();
    expect(await whyPaused(folder, iso(2000))).toBeUndefined();
  });

  it('is none because something was asked for', async () => {
    await askForOne(folder, at(0));
    expect((await folder.list({ prefix: '' })).objects).toEqual([]);
  });
});
