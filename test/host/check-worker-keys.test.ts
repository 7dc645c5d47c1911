import { expect, it } from 'vitest';
import { checkWorkerKeys } from '../../src/host/doctor/check-worker-keys.ts';
import { workerIdentity } from '../../src/temporal/worker-identity.ts';

const storeId = '0123abcd-0000-4000-8000-000000000000';
const [old, fresh, foreign] = ['0a0a0a0a', '1b1b1b1b', '2c2c2c2c'] as const;

it.each([
  ['the same key', [old], [old], true],
  ['both, while one takes over', [old, fresh], [fresh, old], true],
  ['another key', [foreign], [old], false],
  ['ours, but not what it seals with', [foreign, old], [old], false],
  ['only what seals here no more', [old], [fresh, old], false],
])('compares the keys of a worker with ours: %s', (_, theirs, ours, ok) => {
  const worker = workerIdentity(theirs, storeId);
  const check = checkWorkerKeys([workerIdentity(ours, storeId), worker], ours);
  expect(check.ok).toBe(ok);
  if (ok) expect(check.detail).toBe('2 of 2 have ours');
  else expect(check.detail).toContain(`${worker}: `);
});

it('says of which worker it knows nothing', () => {
  const check = checkWorkerKeys(['17@node'], [old]);
  expect(check).toMatchObject({ ok: true, detail: '0 of 1 have ours; not told by 17@node' });
});
