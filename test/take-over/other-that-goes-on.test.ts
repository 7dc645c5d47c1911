import { expect, it } from 'vitest';
import { markCommand, otherThatGoesOn, type TakeOverMark } from '../../src/take-over/index.ts';
import { readMark } from '../../src/take-over/mark-of-take-over.ts';

const place = { at: '2026-11-28T10:00:00.000Z', home: '/srv/doeflow', host: 'node-2' };

function mark(id: string, madeMs: number, after: readonly string[] = []): TakeOverMark {
  return { ...place, id, after: [...after], jobId: `job-${id}`, madeMs };
}

const nobody = undefined;

it.each<[string, Parameters<typeof otherThatGoesOn>, string | undefined]>([
  ['an original, where nobody took over', [nobody, []], nobody],
  ['an original, after any take-over', [nobody, [mark('b', 1), mark('c', 2)]], 'c'],
  ['the only one that took over', [{ id: 'b', after: [] }, [mark('b', 1)]], nobody],
  ['one without a mark yet, beside another', [{ id: 'b', after: [] }, [mark('c', 9)]], 'c'],
  ['the first of two', [{ id: 'b', after: [] }, [mark('c', 2), mark('b', 1)]], nobody],
  ['the second of two', [{ id: 'c', after: [] }, [mark('c', 2), mark('b', 1)]], 'b'],
  ['two of one moment, by their jobs', [{ id: 'c', after: [] }, [mark('b', 1), mark('c', 1)]], 'b'],
  [
    'one whose mark was doubled',
    [{ id: 'b', after: [] }, [mark('b', 1), mark('c', 2), mark('b', 3)]],
    nobody,
  ],
  [
    'one that follows another',
    [{ id: 'c', after: ['b'] }, [mark('b', 1), mark('c', 2, ['b'])]],
    nobody,
  ],
  ['one that was followed', [{ id: 'b', after: [] }, [mark('b', 1), mark('c', 2, ['b'])]], 'c'],
  [
    'a third, where the first was followed by the second',
    [{ id: '', after: [] }, [mark('b', 1), mark('c', 2), mark('d', 3, ['c', 'b'])]],
    'd',
  ],
  [
    'a third that follows the one that goes on, and with it those before',
    [{ id: '', after: ['d'] }, [mark('b', 1), mark('c', 2), mark('d', 3, ['c', 'b'])]],
    nobody,
  ],
  [
    'one whose follower was followed',
    [{ id: 'b', after: [] }, [mark('b', 1), mark('c', 2, ['b']), mark('d', 3, ['c'])]],
    'd',
  ],
  [
    'an original, where a doubled mark of one that was followed is the latest',
    [nobody, [mark('c', 1), mark('d', 2, ['c']), mark('c', 3)]],
    'd',
  ],
  [
    'one that waits, once the one before it was followed',
    [{ id: 'c', after: [] }, [mark('b', 1), mark('c', 2), mark('d', 3, ['b'])]],
    'd',
  ],
  [
    'the follower of the first, beside one that waits',
    [{ id: 'd', after: ['b'] }, [mark('b', 1), mark('c', 2), mark('d', 3, ['b'])]],
    nobody,
  ],
])('tells who goes on: %s', (_, given, expected) => {
  expect(otherThatGoesOn(...given)?.id).toBe(expected);
});

it('reads from a mark’s job what its home wrote there, and lets one that can’t be read stand', () => {
  const own = { ...place, id: 'b', home: "/home/o'neil", after: ['a'] };
  const row = { id: 'job', dateInserted: '2026-11-28T10:00:01Z' };
  const jobOf = (command: string) => ({ jobanalyses: [{ command }] }) as never;
  expect(readMark(row, jobOf(markCommand(own)))).toMatchObject({ ...own, jobId: 'job' });
  expect(readMark(row, jobOf(": doeflow take-over '{}'"))).toMatchObject({ id: 'job', after: [] });
  expect(readMark({ ...row, dateInserted: null }, jobOf('')).madeMs).toBe(0);
});
