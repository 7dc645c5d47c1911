import { expect, it } from 'vitest';
import { sealedMemo } from '../../src/sealing/envelope.ts';
import { workerIdentity } from '../../src/temporal/worker-identity.ts';
import { hasOpenStudy } from '../../worker/has-open-study.ts';

const storeId = '0123abcd-0000-4000-8000-000000000000';
const at = { baseUrl: 'https://a/', account: 'me' };
const atHand = { name: 'a', baseUrl: at.baseUrl, key: '0'.repeat(16), account: at.account };
const [old, fresh, foreign] = ['0a0a0a0a', '1b1b1b1b', '2c2c2c2c'] as const;
const identity = workerIdentity([fresh, old], storeId, at);

/** Whether a worker that seals with the fresh key, and has the old one, finds a study of its own among one that the old key sealed. */
function found(others: readonly string[], key: string = old): Promise<boolean> {
  const metadata = { key: Buffer.from(key) };
  const list = async function* () {
    yield {
      memo: { studyId: 'beam-1' },
      raw: { memo: { fields: { [sealedMemo]: { metadata } } } },
    };
  };
  const study = () => ({ find: () => Promise.resolve({ platform: atHand }) });
  return hasOpenStudy({ workflow: { list } } as never, { study } as never, atHand, {
    ...{ identity, others },
  });
}

it.each([
  ['with another key', workerIdentity([foreign], storeId, at)],
  ['with another store', workerIdentity([old], '7'.repeat(36), at)],
  ['of another account', workerIdentity([old], storeId, { ...at, account: 'you' })],
])('a study that the listed worker %s can not do is one own', async (_, other) => {
  expect(await found([other])).toBe(true);
});

it('a study that a worker with the old key alone can do is left to it', async () => {
  const other = workerIdentity([old], storeId, at);
  expect(await found([other])).toBe(false);
  expect(await found([other], fresh)).toBe(true);
});
