import { expect, it } from 'vitest';
import { workerIdentity } from '../../src/temporal/worker-identity.ts';
import { waitForOthers } from '../../worker/wait-for-others.ts';

const storeId = '0123abcd-0000-4000-8000-000000000000';
const at = { baseUrl: 'https://a/', account: 'me' };
const [old, fresh, foreign] = ['0a0a0a0a', '1b1b1b1b', '2c2c2c2c'] as const;

/** Waits with these workers listed, look by look; gives back what was logged, how many looks there were, and whether it may begin. @param newTokenAt the look from which on there is another token */
async function waited(
  looks: readonly (readonly string[] | Error)[],
  keys: readonly string[],
  hasOpenWork = false,
  newTokenAt = Number.POSITIVE_INFINITY,
) {
  const told: string[] = [];
  const say = (...words: unknown[]): unknown => told.push(String(words.at(-1)));
  let looked = 0;
  const read = (): Promise<readonly string[]> => {
    const found = looks[looked] ?? [];
    looked += 1;
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  };
  const begins = await waitForOthers(
    read,
    workerIdentity(keys, storeId, at),
    () => Promise.resolve(hasOpenWork),
    () => looked >= newTokenAt,
    { warn: say, info: say } as never,
    () => Promise.resolve(),
  );
  return { told, looked, begins };
}

const stranger = workerIdentity([foreign], storeId);

it.each([
  ['other keys', stranger],
  ['another store', workerIdentity([old], '77777777-0000-4000-8000-000000000000')],
  ['another platform', workerIdentity([old], storeId, { ...at, baseUrl: 'https://b/' })],
  ['another account', workerIdentity([old], storeId, { ...at, account: 'you' })],
])('waits while a worker with %s is listed, and says so once', async (_, stranger) => {
  const { told, looked, begins } = await waited([[stranger], [stranger], []], [old]);
  expect([looked, begins]).toEqual([3, true]);
  expect(told).toHaveLength(2);
  expect(told[0]).toContain(`${stranger}. Give all workers`);
});

it.each([
  ['nobody', []],
  ['one that tells no keys', ['17@node']],
  [
    'one that does not know its account',
    [workerIdentity([old], storeId, { baseUrl: 'https://a/' })],
  ],
])('begins at once beside %s', async (_, listed) => {
  expect(await waited([listed], [old])).toEqual({
    told: [],
    looked: 1,
    begins: true,
  });
});

it.each([
  ['which it believes too', [old, fresh], [fresh, old]],
  ['and has taken the old one out', [fresh, old], [fresh]],
])('begins at once beside one that seals with the new key, %s', async (_, own, listed) => {
  expect(await waited([[workerIdentity(listed, storeId)]], own)).toEqual({
    told: [],
    looked: 1,
    begins: true,
  });
});

it.each([
  ['new, which they lack', [fresh, old], [old]],
  ['old, and they with the new one, which it lacks', [old], [fresh, old]],
])('waits where it seals with the key that is %s', async (_, own, listed) => {
  const { looked } = await waited([[workerIdentity(listed, storeId)], []], own);
  expect(looked).toBe(2);
});

it('begins where it may not look, and says so', async () => {
  const { told } = await waited([new Error('PERMISSION_DENIED')], [old]);
  expect(told).toEqual([
    'Could not look for workers with other payload keys (or another first one that not all have), another store, or another platform or account',
  ]);
});

it('begins beside strangers where what is open is its own, and names them', async () => {
  const { told, looked } = await waited([[stranger]], [old], true);
  expect(looked).toBe(1);
  expect(told[0]).toContain(stranger);
  expect(told[0]).toContain('End them');
});

it('ends its wait, and does not begin, once there is another token', async () => {
  const { told, looked, begins } = await waited(
    [[stranger], [stranger], [stranger]],
    [old],
    false,
    2,
  );
  expect([looked, begins]).toEqual([2, false]);
  expect(told).toHaveLength(1);
});

it('is not moved by another token where it needn’t wait', async () => {
  expect(await waited([[]], [old], false, 0)).toMatchObject({ looked: 1, begins: true });
  expect(await waited([[stranger]], [old], true, 0)).toMatchObject({ looked: 1, begins: true });
});
