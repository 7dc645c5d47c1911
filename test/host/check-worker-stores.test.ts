import { expect, it } from 'vitest';
import { checkWorkerStores } from '../../src/host/doctor/check-worker-stores.ts';
import { workerIdentity } from '../../src/temporal/worker-identity.ts';

const engineId = '0123abcd-0000-4000-8000-000000000000';
const ours = workerIdentity(['0a0a0a0a'], engineId);
const other = workerIdentity(['0a0a0a0a'], '77777777-0000-4000-8000-000000000000');
const place = '/shared/doeflow';

it('finds all workers on our store', () => {
  const check = checkWorkerStores([ours, '17@node'], { place, engineId });
  expect(check).toMatchObject({ ok: true, detail: '1 of 2 have ours; not told by 17@node' });
});

it('names each worker with another store', () => {
  const check = checkWorkerStores([ours, other], { place, engineId });
  expect(check.ok).toBe(false);
  expect(check.detail).toContain(other);
  expect(check.detail).not.toContain(ours);
  expect(check.detail).toContain('has the id 0123abcd');
});

it('takes a store that has no id yet for nobody’s', () => {
  const check = checkWorkerStores([other], { place, engineId: undefined });
  expect(check).toMatchObject({ ok: false });
  expect(check.detail).toContain('no worker has used yet');
});
