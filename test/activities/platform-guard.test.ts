import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlatformGuard } from '../../activities/platform-guard.ts';
import { ServerError, type PlatformClient } from '../../src/platform-api/index.ts';
import { platformKey, type Store, type StudyPlatform } from '../../src/store/index.ts';

const baseUrl = 'https://platform.example.com/';
const bound: StudyPlatform = {
  kind: 'configured',
  baseUrl,
  account: 'me@example.com',
  key: platformKey('token-of-start'),
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function guard(token: string, me: () => Promise<unknown>) {
  const store = {
    study: () => ({ read: () => Promise.resolve({ platform: bound }) }),
  } as unknown as Store;
  const platform = { user: { me } } as unknown as PlatformClient;
  return createPlatformGuard({ store, platform, baseUrl, token });
}

const broken = (): Promise<never> =>
  Promise.reject(new ServerError('Oops.', { method: 'GET', path: '/api/v2/users/me/' }));

describe('a study that is bound to an account', () => {
  it('goes on with the token of its start, though the platform does not tell whose it is', async () => {
    await expect(guard('token-of-start', broken).check('beam-1')).resolves.toBeUndefined();
  });

  it.each([
    ['fails', broken],
    [
      'is not served',
      () => Promise.resolve({ notServed: true, endpoint: 'GET /api/v2/users/me/' }),
    ],
  ])(
    'sends nothing with another token while the question whose it is %s, and says so',
    async (_, me) => {
      await expect(guard('other-token', me).check('beam-1')).rejects.toMatchObject({
        type: 'API_ACCOUNT_UNKNOWN',
        nonRetryable: false,
        message: expect.stringMatching(/belongs to account me@example.com.*users\/me/u) as string,
      });
    },
  );

  it('asks again soon, and then goes on with its own account or is kept from another one', async () => {
    let answer: () => Promise<unknown> = broken;
    const kept = guard('renewed-token', () => answer());
    await expect(kept.check('beam-1')).rejects.toMatchObject({ type: 'API_ACCOUNT_UNKNOWN' });
    vi.advanceTimersByTime(6_000);
    answer = () => Promise.resolve({ email: 'me@example.com' });
    await expect(kept.check('beam-1')).resolves.toBeUndefined();
    const other = guard('other-token', () => Promise.resolve({ email: 'you@example.com' }));
    await expect(other.check('beam-1')).rejects.toMatchObject({ type: 'PLATFORM_DIFFERS' });
  });
});
