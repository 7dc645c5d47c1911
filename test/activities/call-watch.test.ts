import { describe, expect, it } from 'vitest';
import { CallWatch, hearPlatformCall } from '../../activities/call-watch.ts';

const call = { level: 'debug', method: 'GET', path: '/api/v2/jobs/' } as const;
const at = (ms: number): string => new Date(ms).toISOString();

describe('what an activity sees of its calls', () => {
  it('shows a platform that gives no answer, until it gives one', async () => {
    let now = 1_000_000;
    const watch = new CallWatch(() => now);
    expect(watch.trouble()).toBeUndefined();
    await watch.during(() => Promise.resolve(hearPlatformCall({ ...call, event: 'asked' })));
    now += 5_999;
    expect(watch.trouble()).toBeUndefined();
    now += 1;
    expect(watch.trouble()).toMatchObject({
      ...{ waitingFor: 'the platform', code: 'API_CONNECTION', since: at(1_000_000), attempts: 0 },
      lastError: 'No answer of the platform for 6 s, and no refusal',
    });
    watch.hear({ ...call, event: 'answered', status: 200 });
    expect(watch.trouble()).toBeUndefined();
  });

  it('counts the silence from the last answer, while other calls are still out', () => {
    let now = 0;
    const watch = new CallWatch(() => now);
    watch.hear({ ...call, event: 'asked' });
    watch.hear({ ...call, event: 'asked' });
    now = 5_000;
    watch.hear({ ...call, event: 'answered', status: 500 });
    now = 10_000;
    expect(watch.trouble()).toBeUndefined();
    now = 11_500;
    expect(watch.trouble()).toMatchObject({ since: at(5_000) });
    // A call that is given up is out no longer.
    watch.hear({ ...call, event: 'unanswered' });
    now = 60_000;
    expect(watch.trouble()).toBeUndefined();
  });

  it('takes for an answer only what was no refusal and no failure, and came later', () => {
    let now = 1_000;
    const watch = new CallWatch(() => now);
    expect(watch.wasAnsweredSince(0)).toBe(false);
    watch.hear({ ...call, event: 'answered', status: 399 });
    expect([watch.wasAnsweredSince(999), watch.wasAnsweredSince(1_000)]).toEqual([true, false]);
    now = 2_000;
    for (const status of [400, 401, 503]) watch.hear({ ...call, event: 'answered', status });
    watch.hear({ ...call, event: 'unanswered' });
    expect(watch.wasAnsweredSince(1_000)).toBe(false);
  });

  it('shows a platform that gives no answer without a break, also where calls are given up and asked again', () => {
    let now = 0;
    const watch = new CallWatch(() => now);
    const shown: (string | undefined)[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      watch.hear({ ...call, event: 'asked' });
      for (let second = 0; second < 10; second += 1) {
        now += 1_000;
        shown.push(watch.trouble()?.since);
      }
      watch.hear({ ...call, event: 'unanswered' });
      now += 2_000;
      shown.push(watch.trouble()?.since);
    }
    expect(new Set(shown.slice(0, 5))).toEqual(new Set([undefined]));
    expect(new Set(shown.slice(5))).toEqual(new Set([at(0)]));
    watch.hear({ ...call, event: 'asked' });
    watch.hear({ ...call, event: 'answered', status: 200 });
    expect(watch.trouble()).toBeUndefined();
  });

  it('counts no good answer while another call still fails, until that one goes well or is given up', () => {
    let now = 1_000;
    const watch = new CallWatch(() => now);
    const other = { ...call, path: '/api/v2/files/' };
    const answered = (of: typeof call | typeof other, status: number): void => {
      now += 1_000;
      watch.hear({ ...of, event: 'answered', status });
    };
    for (const status of [500, 429, 401]) {
      answered(other, status);
      answered(call, 200);
      expect(watch.wasAnsweredSince(0)).toBe(false);
      answered(other, 404);
      expect(watch.wasAnsweredSince(0)).toBe(true);
    }
    watch.hear({ ...other, event: 'unanswered' });
    answered(call, 200);
    expect(watch.wasAnsweredSince(0)).toBe(false);
    now += 30_000;
    expect(watch.wasAnsweredSince(0)).toBe(true);
  });

  it('shows a wait for the turn of a call, and passes over a short one', () => {
    let now = 0;
    const watch = new CallWatch(() => now);
    watch.hear({ ...call, event: 'throttled', waitMs: 1_999 });
    // Whatever else says how long it took.
    watch.hear({ ...call, event: 'asked', waitMs: 9_000 });
    watch.hear({ ...call, event: 'answered', waitMs: 9_000 });
    expect(watch.trouble()).toBeUndefined();
    watch.hear({ ...call, event: 'throttled', waitMs: 2_000 });
    expect(watch.trouble()).toMatchObject({
      ...{ code: 'API_RATE_LIMIT', since: at(0) },
      lastError: '[GET] /api/v2/jobs/: not sent yet, its turn is in 2 s',
    });
    now = 700;
    expect(watch.trouble()?.lastError).toContain('its turn is in 2 s');
    now = 2_000;
    expect(watch.trouble()).toBeUndefined();
  });

  it('counts one wait after another as one, and a later one anew', () => {
    let now = 0;
    const watch = new CallWatch(() => now);
    watch.hear({ ...call, event: 'throttled', waitMs: 9_000 });
    now = 10_999;
    watch.hear({ ...call, event: 'throttled', waitMs: 9_000 });
    expect(watch.trouble()?.since).toBe(at(0));
    now = 19_999 + 2_000;
    watch.hear({ ...call, event: 'throttled', waitMs: 9_000 });
    expect(watch.trouble()?.since).toBe(at(21_999));
  });
});

it('a call that no activity makes disturbs none', () => {
  expect(() => hearPlatformCall({ ...call, event: 'asked' })).not.toThrow();
});
