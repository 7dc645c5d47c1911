import { expect, it } from 'vitest';
import { checkWorkerPlatforms } from '../../src/host/doctor/check-worker-platforms.ts';
import {
  platformOfWorker,
  shortPlatform,
  storeOfWorker,
  workerIdentity,
  type WorkerPlatform,
} from '../../src/temporal/worker-identity.ts';

const here = { baseUrl: 'https://platform.example.com/', account: 'me@example.com' };
const named = (platform?: WorkerPlatform): string =>
  workerIdentity(['0a0a0a0a'], '0123abcd-0000-4000-8000-000000000000', platform);

it('tells platform and account of a worker by its name, and neither of them in clear', () => {
  expect(platformOfWorker(named(here))).toEqual(shortPlatform(here));
  expect(storeOfWorker(named(here))).toBe('0123abcd');
  expect(named(here)).not.toMatch(/example/u);
  const { baseUrl } = here;
  expect(platformOfWorker(named({ baseUrl }))).toEqual(shortPlatform({ baseUrl }));
  expect(platformOfWorker(named())).toBeUndefined();
});

it('finds all workers on our platform and account, but for those that don’t tell', () => {
  const check = checkWorkerPlatforms(
    [named(here), named({ baseUrl: here.baseUrl }), '17@node'],
    here,
  );
  expect(check.ok).toBe(true);
  expect(check.detail).toMatch(
    /^2 of 3 have ours \(platform .*, account .*\); not told by 17@node$/u,
  );
});

it.each([
  ['another account', { ...here, account: 'you@example.com' }],
  ['another address', { ...here, baseUrl: 'https://other.example.com/' }],
])('names the only worker, which has %s', (_, theirs) => {
  const check = checkWorkerPlatforms([named(theirs)], here);
  expect(check.ok).toBe(false);
  expect(check.detail).toContain(named(theirs));
  expect(check.detail).toContain(here.baseUrl);
});

it('says where accounts can’t be compared', () => {
  const { baseUrl } = here;
  const check = checkWorkerPlatforms([named(here)], { baseUrl });
  expect(check).toMatchObject({
    ok: true,
    detail: expect.stringContaining('not compared') as string,
  });
});
