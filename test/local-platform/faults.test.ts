import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { collect, createPlatformClient, isNotServed } from '../../src/platform-api/index.ts';
import { RunningPlatform } from './running/running-platform.ts';

const plan = {
  seed: 11,
  rules: [
    { match: { method: 'POST', path: '/api/v2/jobs/', nth: 1 }, when: 'after', what: 'reset' },
    { match: { path: '/api/v2/coretypes/', nth: [1, 3] }, what: { status: 503, body: 'down' } },
    { match: { path: '/api/v2/analyses/', every: 2 }, what: { throttle: 7 } },
    { match: { method: 'GET', path: '/api/v2/files/*/contents/', nth: 1 }, what: { cutAtByte: 3 } },
    { match: { method: 'GET', path: '/api/v2/files/*/contents/', nth: 2 }, what: { endAtByte: 3 } },
    { match: { method: 'GET', path: '/api/v2/files/*/contents/', nth: 3 }, what: 'damage' },
    {
      match: { method: 'GET', path: '/api/v2/files/*/contents/', nth: 4 },
      what: { wrongLengthBy: 5 },
    },
    {
      match: { method: 'GET', path: '/api/v2/files/*/contents/', nth: [6, 7] },
      what: { cutAtByte: 2 },
    },
    { match: { method: 'POST', path: '/api/v2/files/contents/', nth: 2 }, what: 'wrongMd5' },
    { match: { path: '/api/v3/jobs/' }, what: 'double' },
    { match: { path: '/api/v3/files/', times: 1 }, what: { lag: 1 } },
    { match: { path: '/api/v3/coretypes/', probability: 0.5 }, what: { status: 504 } },
    { match: { run: 2 }, what: 'crash' },
    { match: { run: 3 }, what: { exitCode: 9 } },
    { match: { run: 4 }, what: { slowMs: 50 } },
    { match: { path: '/api/v1/jobs/' }, what: { countMore: 5 } },
    { match: { path: '/never/' }, what: 'reset' },
  ],
};

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
let planFile: string;
beforeAll(async () => {
  planFile = join(mkdtempSync(join(tmpdir(), 'doeflow-faults-')), 'plan.yaml');
  writeFileSync(planFile, stringify(plan));
  platform = await new RunningPlatform(['--faults', planFile]).start();
}, 60_000);
afterAll(async () => {
  await platform.end();
  rmSync(dirname(planFile), { recursive: true });
}, 60_000);

/** A GET that tells how a body ended. */
function rawGet(path: string): Promise<{ readonly body: string; readonly complete: boolean }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${platform.baseUrl}${path}`, {
      headers: { authorization: `Token ${platform.token}` },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('error', () => resolve({ body, complete: false }));
      response.on('end', () => resolve({ body, complete: response.complete }));
    });
    request.end();
  });
}

it('drops the connection after the effect of a create', async () => {
  await expect(platform.createJob({ command: 'true' })).rejects.toThrow('fetch failed');
  const { json } = await platform.call('GET', '/api/v2/jobs/');
  expect(json['count']).toBe(1);
});

it('answers the first and the third request of a list with 503', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    statuses.push((await platform.call('GET', '/api/v2/coretypes/')).status);
  }
  expect(statuses).toEqual([503, 200, 503, 200]);
});

it('throttles every second request', async () => {
  await platform.call('GET', '/api/v2/analyses/');
  const { status, headers } = await platform.call('GET', '/api/v2/analyses/');
  expect([status, headers.get('retry-after')]).toEqual([429, '7']);
});

it('cuts, shortens, damages and misannounces bodies', async () => {
  const path = `/api/v2/files/${await platform.upload('a.txt', 'abcdefgh')}/contents/`;
  expect(await rawGet(path)).toEqual({ body: 'abc', complete: false });
  expect(await rawGet(path)).toEqual({ body: 'abc', complete: true });
  const damaged = await rawGet(path);
  expect([damaged.body.length, damaged.body === 'abcdefgh']).toEqual([8, false]);
  expect(await rawGet(path)).toEqual({ body: 'abcdefgh', complete: false });
  expect(await rawGet(path)).toEqual({ body: 'abcdefgh', complete: true });
});

it('is read whole by a client that goes on behind each cut', async () => {
  const { baseUrl, token } = platform;
  const client = createPlatformClient({ baseUrl, token });
  const files = await client.files.list({ search: 'a.txt' });
  if (isNotServed(files)) throw new Error('Expected a list of files, got none');
  const [file] = await collect(files);
  if (file === undefined) throw new Error('Expected a file, got none');
  expect((await client.files.read(file)).toString()).toBe('abcdefgh');
  await client.close();
});

it('gives a wrong MD5 and a list that lags', async () => {
  const form = new FormData();
  form.append('file', new Blob(['x']), 'b.txt');
  const { json } = await platform.call('POST', '/api/v2/files/contents/', form);
  expect(json['md5']).toBe('0'.repeat(32));
  const lagging = await platform.call('GET', '/api/v3/files/');
  const current = await platform.call('GET', '/api/v3/files/');
  expect([lagging.json['count'], current.json['count']]).toEqual([1, 2]);
});

it('announces more rows than a list has', async () => {
  const { json } = await platform.call('GET', '/api/v1/jobs/');
  expect(Number(json['count']) - (json['results'] as unknown[]).length).toBe(5);
});

it('does a request twice', async () => {
  const body = {
    name: 'doubled',
    jobanalyses: [
      {
        analysis: { code: 'user_included' },
        command: 'true',
        hardware: { coreType: { code: 'emerald' }, coresPerSlot: 1 },
      },
    ],
  };
  expect((await platform.call('POST', '/api/v3/jobs/', body)).status).toBe(201);
  const { json } = await platform.call('GET', '/api/v2/jobs/?q=doubled');
  expect(json['count']).toBe(2);
});

it('draws by chance, the same for the same seed', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    statuses.push((await platform.call('GET', '/api/v3/coretypes/')).status);
  }
  expect(statuses.filter((status) => status === 504).length).toBeGreaterThan(1);
  const again = await new RunningPlatform(['--faults', planFile]).start();
  const repeated: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    repeated.push((await again.call('GET', '/api/v3/coretypes/')).status);
  }
  await again.end();
  expect(repeated).toEqual(statuses);
});

it('lets runs crash, end badly and be slow', async () => {
  const jobId = await platform.submitSweep('cat x.txt > y.txt', [1, 2, 3, 4]);
  await platform.untilStatus(jobId, 'Completed (A run failed)');
  const outputs = await platform.outputs(jobId);
  expect([1, 2, 3, 4].map((run) => outputs.get(`${run}/y.txt`))).toEqual([
    ...['1\n', undefined, '3\n', '4\n'],
  ]);
  const ends = (await platform.ledger()).flatMap(({ kind, subject, run, detail }) =>
    kind === 'run ended' && subject === jobId ? [{ run, ...(detail as object) }] : [],
  );
  expect(ends.sort((a, b) => Number(a.run) - Number(b.run))).toEqual([
    { run: 1, attempt: 1, end: 'exited', exitCode: 0 },
    { run: 2, attempt: 1, end: 'killed', exitCode: null },
    { run: 3, attempt: 1, end: 'exited', exitCode: 9 },
    { run: 4, attempt: 1, end: 'exited', exitCode: 0 },
  ]);
});

it('tells which rules fired, across a restart, and which never did', async () => {
  await platform.killServer();
  await platform.start();
  const { json } = await platform.call('GET', '/local/faults/');
  const fired = (json['rules'] as { fired: number }[]).map((rule) => rule.fired > 0);
  expect(fired).toEqual([...Array.from({ length: 16 }, () => true), false]);
});
