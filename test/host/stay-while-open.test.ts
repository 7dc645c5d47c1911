import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Stay } from '../../src/host/supervisor/stay-while-open.ts';

const quick = { everyMs: 5, againMs: 1 };

/** What the server has open at each look, `down` where it doesn't answer; the last one stays. */
function script(...looks: readonly (readonly string[] | 'down')[]) {
  const told: (readonly string[] | undefined)[] = [];
  const end = new AbortController();
  let look = 0;
  const stay = new Stay(
    {
      openWork: () => {
        const work = looks[Math.min(look, looks.length - 1)] ?? [];
        look += 1;
        return work === 'down' ? Promise.reject(new Error('down')) : Promise.resolve(work);
      },
      onOpen: (work) => told.push(work),
      signal: end.signal,
    },
    quick,
  );
  return { stay, told, end, looks: () => look };
}

it('ends where two looks in a row find nothing open, without a word', async () => {
  const { stay, told, looks } = script([]);
  await expect(stay.untilNothingIsOpen()).resolves.toBe(true);
  expect(looks()).toBe(2);
  expect(told).toEqual([]);
});

it('stays for studies and clusters until the last of them is closed, and tells each change once', async () => {
  const both = ['study-a', 'cluster-b'];
  const { stay, told, looks } = script(both, both, ['cluster-b'], ['cluster-b'], []);
  await expect(stay.untilNothingIsOpen()).resolves.toBe(true);
  expect(told).toEqual([both, ['cluster-b']]);
  expect(looks()).toBe(6);
});

it('is not misled by a list that shows a new study a moment late', async () => {
  const { stay, told } = script([], ['study-a'], []);
  await expect(stay.untilNothingIsOpen()).resolves.toBe(true);
  expect(told).toEqual([['study-a']]);
});

it('takes a server that does not answer for one with open work', async () => {
  const { stay, told, looks } = script('down', [], 'down', 'down', []);
  await expect(stay.untilNothingIsOpen()).resolves.toBe(true);
  expect(told).toEqual([undefined]);
  expect(looks()).toBe(6);
});

it('leaves the end to a client that comes meanwhile, and begins anew once it is gone', async () => {
  const { stay, told } = script(['study-a'], ['study-a'], ['study-a'], ['study-a'], []);
  const first = stay.untilNothingIsOpen();
  await pause(2);
  expect(stay.work).toEqual(['study-a']);
  stay.end();
  expect(stay.work).toBeUndefined();
  await expect(first).resolves.toBe(false);
  await expect(stay.untilNothingIsOpen()).resolves.toBe(true);
  expect(told).toEqual([['study-a'], ['study-a']]);
});

it('stops looking when the programs end for another reason', async () => {
  const { stay, end } = script(['study-a']);
  const staying = stay.untilNothingIsOpen();
  end.abort();
  await expect(staying).resolves.toBe(false);
});
