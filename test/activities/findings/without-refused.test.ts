import { expect, it } from 'vitest';
import { withoutRefused } from '../../../activities/findings/without-refused.ts';
import { ConflictError, InvalidRequestError } from '../../../src/platform-api/index.ts';

const call = { method: 'POST', path: '/x/' };
const all = { a: 1, b: 2, c: 3, d: 4 };

/** Sends to a platform that refuses some: with their names, or without. */
async function sendTo(refuses: readonly string[], isNamed: boolean, one = all as object) {
  const sent: string[] = [];
  const answer = await withoutRefused(
    one as Record<string, number>,
    (some) => {
      sent.push(Object.keys(some).join(''));
      const wrong = refuses.filter((name) => Object.hasOwn(some, name));
      if (wrong.length === 0) return Promise.resolve();
      const fields = isNamed ? wrong.slice(0, 1).map((field) => ({ field, message: 'no' })) : [];
      return Promise.reject(new InvalidRequestError(wrong.join('+'), fields, call));
    },
    ({ field }, names) => names.find((name) => name === field),
  );
  return { ...answer, sent };
}

it('sends all once where all is taken, and nothing where there is nothing', async () => {
  expect(await sendTo([], true)).toEqual({ refused: {}, isOneByOne: false, sent: ['abcd'] });
  expect(await sendTo(['a'], true, {})).toEqual({ refused: {}, isOneByOne: false, sent: [] });
});

it('leaves out what a refusal names, again and again, and sends the rest once', async () => {
  expect(await sendTo(['b', 'd'], true)).toEqual({
    refused: { b: 'no', d: 'no' },
    message: '[POST] /x/: b+d',
    isOneByOne: false,
    sent: ['abcd', 'acd', 'ac'],
  });
});

it('sends one by one where a refusal names nothing', async () => {
  expect(await sendTo(['b', 'd'], false)).toEqual({
    refused: { b: '[POST] /x/: b', d: '[POST] /x/: d' },
    message: '[POST] /x/: b+d',
    isOneByOne: true,
    sent: ['abcd', 'a', 'b', 'c', 'd'],
  });
});

it('doesn’t send a single thing again, whose refusal is known', async () => {
  const { refused, sent } = await sendTo(['a'], false, { a: 1 });
  expect([refused, sent]).toEqual([{ a: '[POST] /x/: a' }, ['a']]);
});

it('ends with what is no refusal', async () => {
  const conflict = new ConflictError('locked', call);
  const send = () => Promise.reject(conflict);
  await expect(withoutRefused(all, send, () => undefined)).rejects.toBe(conflict);
});
