import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { collect, createPlatformClient } from '../../src/platform-api/index.ts';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'doeflow-budgets-'));
/** So far ahead that no client takes it as it is. */
const inAYear = new Date(Date.now() + 365 * 86_400_000).toUTCString();
let platform: RunningPlatform;
beforeAll(async () => {
  const plan = join(folder, 'plan.yaml');
  const path = '/api/v2/analyses/';
  const rules = [
    { match: { path, nth: 1 }, what: { throttle: 1 } },
    { match: { path, nth: 2 }, what: { throttle: inAYear } },
  ];
  writeFileSync(plan, stringify({ seed: 1, rules }));
  // A budget holds ten requests at once whatever its pace; at this one none comes back while the test lasts.
  const budgets = ['--budget', 'jobs-usage=3', '--budget', 'file-access=14400'];
  platform = await new RunningPlatform([...budgets, '--faults', plan]).start();
}, 60_000);
afterAll(async () => {
  await platform.end();
  rmSync(folder, { recursive: true });
}, 60_000);

it('lets as many requests pass as the scope’s budget holds, then says when to come again', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    statuses.push((await platform.call('GET', '/api/v2/jobs/')).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { status, headers, json } = await platform.call('GET', '/api/v2/jobs/');
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(1000);
  expect(String(json['detail'])).toMatch(/throttled.*\d+ seconds/);
  // One scope's budget is nobody else's.
  expect((await platform.call('GET', '/api/v2/coretypes/')).status).toBe(200);
  expect((await platform.call('POST', '/api/v2/jobs/none/submit/')).status).toBe(404);
});

it('is minded by a client for all its callers, told in seconds or by a date', async () => {
  const { baseUrl, token } = platform;
  const client = createPlatformClient({ baseUrl, token });
  await expect(collect(client.analyses.list())).rejects.toMatchObject({
    ...{ code: 'API_RATE_LIMIT', status: 429, retryAfterMs: 1000 },
  });
  // Sent when the second is over; a date is read like seconds, and no wait is longer than a quarter of an hour.
  await expect(collect(client.analyses.list())).rejects.toMatchObject({
    ...{ code: 'API_RATE_LIMIT', status: 429, retryAfterMs: 15 * 60_000 },
  });
  await expect(client.user.me()).rejects.toMatchObject({
    ...{ code: 'API_RATE_LIMIT', status: undefined },
  });
  await client.close();
});

it('gives back what passes in time', async () => {
  const contents = `/api/v2/files/${await platform.upload('a', 'a')}/contents/`;
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429) statuses.push((await platform.call('GET', contents)).status);
  expect(statuses.length).toBeGreaterThan(200);
  const throttled = await platform.call('GET', contents);
  if (throttled.status === 429) expect(throttled.headers.get('retry-after')).toBe('1');
});
