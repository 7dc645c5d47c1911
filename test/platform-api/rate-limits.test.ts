import { describe, expect, it } from 'vitest';
import { RateLimitError } from '../../src/platform-api/index.ts';
import { Budget, defaultBudgetLimits } from '../../src/platform-api/transport/budget.ts';
import { parseRetryAfterMs } from '../../src/platform-api/transport/retry-after.ts';
import { scopeOf } from '../../src/platform-api/transport/scope.ts';
import { createFakeClock } from './fake-clock.ts';
import { connect, json, rejection, startServer } from './scripted-server.ts';

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-11-21T10:00:00Z');
  it.each([
    ['seconds', '120', 120_000],
    ['a fraction', '1.5', 1_500],
    ['zero', '0', 1_000],
    ['a negative number', '-7', 1_000],
    ['too much', '1000000000', 900_000],
    ['a date', 'Sat, 21 Nov 2026 10:02:00 GMT', 120_000],
    ['a date gone by', 'Sat, 21 Nov 2026 09:00:00 GMT', 1_000],
    ['a far date', 'Sat, 21 Nov 2037 09:00:00 GMT', 900_000],
    ['garbage', 'soon', 10_000],
    ['a hex number', '0x10', 10_000],
    ['nothing', undefined, 10_000],
  ])('is read within 1 s to 15 min from %s', (_, header, expected) => {
    expect(parseRetryAfterMs(header, nowMs)).toBe(expected);
  });
});

describe('a scope', () => {
  it.each([
    ['POST', '/api/v2/jobs/a/submit/', 'job-submission'],
    ['POST', '/api/v2/jobs/', 'jobs-usage'],
    ['GET', '/api/v2/jobs/a/statuses/', 'jobs-usage'],
    ['POST', '/api/v3/jobs/', 'user'],
    ['GET', '/api/v2/coretypes/', 'user'],
    ['POST', '/api/v2/files/contents/', 'file-access'],
    ['POST', '/api/v3/clusters/', 'clusters-usage'],
    ['POST', '/api/clusters/c/jobs/', 'clusters-usage'],
  ])('of %s %s is %s', (method, path, scope) => {
    expect(scopeOf(method, path)).toBe(scope);
  });
});

describe('a budget', () => {
  it('lets a burst go and then keeps the hourly pace', () => {
    const clock = createFakeClock();
    const budget = new Budget({ perHour: 3600, burst: 3 }, clock);
    const waits = Array.from({ length: 6 }, () => budget.reserve(60_000).waitMs);
    expect(waits).toEqual([0, 0, 0, 1000, 2000, 3000]);
  });

  it('never gives out more than burst plus pace in any hour', () => {
    const clock = createFakeClock();
    const budget = new Budget({ perHour: 850, burst: 50 }, clock);
    const sent: number[] = [];
    while (clock.now < 1_000_000 + 2 * 3_600_000) {
      const { waitMs } = budget.reserve(Infinity);
      clock.now += waitMs;
      sent.push(clock.now);
    }
    for (const from of sent) {
      const within = sent.filter((at) => at >= from && at < from + 3_600_000);
      if (within.length > 900) throw new Error(`${within.length} calls within an hour`);
    }
    expect(sent.length).toBeGreaterThan(1_650);
  });

  it('takes no place for who won’t wait that long', () => {
    const budget = new Budget({ perHour: 60, burst: 1 }, createFakeClock());
    expect(budget.reserve(1_000)).toEqual({ waitMs: 0, granted: true });
    expect(budget.reserve(1_000)).toEqual({ waitMs: 60_000, granted: false });
    expect(budget.reserve(1_000)).toEqual({ waitMs: 60_000, granted: false });
  });

  it('is 85 % of the known limits, and none on loopback', () => {
    expect(defaultBudgetLimits('platform.example.com')['job-submission']).toEqual({
      perHour: 850,
      burst: 50,
    });
    expect(defaultBudgetLimits('127.0.0.1')['job-submission']).toBe('unlimited');
  });
});

describe('a 429', () => {
  it('holds back every caller of its scope, and only those', async () => {
    const clock = createFakeClock();
    const server = await startServer(({ url }, response) => {
      if (url.startsWith('/api/v2/jobs/')) {
        json(response, { detail: 'Throttled.' }, 429, { 'retry-after': '300' });
      } else json(response, { count: 0, next: null, results: [] });
    });
    const client = connect(server, { clock });
    const first = await rejection(client.jobs.get('a'));
    expect(first).toBeInstanceOf(RateLimitError);
    expect(first).toMatchObject({ retryAfterMs: 300_000, status: 429, ambiguous: false });
    clock.now += 100_000;
    const second = await rejection(client.jobs.stop('b'));
    expect(second).toMatchObject({
      code: 'API_RATE_LIMIT',
      retryAfterMs: 200_000,
      status: undefined,
    });
    expect(server.seen).toHaveLength(1);
    for await (const coreType of client.coreTypes.list()) expect(coreType).toBeUndefined();
    expect(server.seen).toHaveLength(2);
  });

  it('is waited out by the next caller when that is soon', async () => {
    const clock = createFakeClock();
    let calls = 0;
    const server = await startServer((_, response) => {
      calls += 1;
      if (calls === 1) json(response, {}, 429, { 'retry-after': '5' });
      else json(response, { id: 'a', name: 'x' });
    });
    const client = connect(server, { clock });
    await rejection(client.jobs.stop('a'));
    await client.jobs.get('a');
    expect(clock.slept).toEqual([5_000]);
  });
});
