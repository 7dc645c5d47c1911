import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inWindow } from '../../../activities/archive/in-window.ts';

const { signal } = new AbortController();

it('works on so many items at a time, and answers in their order', async () => {
  let [now, most] = [0, 0];
  const answers = await inWindow([5, 1, 3, 1, 1], { width: 2, signal }, async (ms) => {
    most = Math.max(most, (now += 1));
    await delay(ms);
    now -= 1;
    return ms * 10;
  });
  expect([answers, most]).toEqual([[50, 10, 30, 10, 10], 2]);
});

it('begins nothing after a failure, has what is under way end, and throws the first once all has', async () => {
  const begun: number[] = [];
  let isOver = false;
  const work = inWindow([1, 2, 3, 4], { width: 2, signal }, async (item, ending) => {
    begun.push(item);
    if (item === 1) {
      await delay(5);
      throw new Error('first');
    }
    await delay(10_000, undefined, { signal: ending }).catch(() => delay(20));
    isOver = true;
    throw new Error('second');
  });
  await expect(work).rejects.toThrow('first');
  expect([begun, isOver]).toEqual([[1, 2], true]);
});

it('begins nothing where it is over already', async () => {
  const ended = AbortSignal.abort(new Error('cancelled'));
  const begun: number[] = [];
  const work = inWindow([1, 2], { width: 1, signal: ended }, (item) =>
    Promise.resolve(begun.push(item)),
  );
  await expect(work).rejects.toThrow('cancelled');
  expect(begun).toEqual([]);
});
