import { describe, expect, it } from 'vitest';
import { CallWatch, hearPlatformCall } from '../../activities/call-watch.ts';

const call = { level: 'debug', method: 'GET', path: '/api/v2/jobs/' } as const;

describe('what an activity sees of its calls', () => {
  it('shows a platform that gives no answer, until it gives one', async () => {
    let now = 1_000_000;
    const watch = new CallWatch(() => now);
    await watch.during(() => Promise.resolve(hearPlatformCall({ ...call, event: 'asked' })));
    now += 5_000;
    expect(watch.trouble()).toBeUndefined();
    now += 2_000;
    expect(watch.trouble()).toMatchObject({
      waitingFor: 'the platform',
      since: new Date(1_000_000).toISOString(),
      lastError: expect.stringContaining('7 s') as string,
    });
    watch.hear({ ...call, event: 'answered', status: 200 });
    expect(watch.trouble()).toBeUndefined();
    expect(watch.wasAnsweredSince(now - 1)).toBe(true);
  });

  it('shows a wait for the turn of a call, and passes over a short one', () => {
    let now = 0;
    const watch = new CallWatch(() => now);
    watch.hear({ ...call, event: 'throttled', waitMs: 300 });
    expect(watch.trouble()).toBeUndefined();
    watch.hear({ ...call, event: 'throttled', waitMs: 9_000 });
    expect(watch.trouble()).toMatchObject({ code: 'API_RATE_LIMIT' });
    now = 9_500;
    expect(watch.trouble()).toBeUndefined();
    watch.hear({ ...call, event: 'throttled', waitMs: 9_000 });
    expect(watch.trouble()?.since).toBe(new Date(0).toISOString());
  });
});
