/** What a platform, or who sits between it and us, can do by its answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { resolveSettings } from '../../src/host/settings.ts';
import { allowWait, limitSlowAnswers } from '../../src/patience.ts';
import { collect } from '../../src/platform-api/index.ts';
import { ListBounds } from '../../src/platform-api/list-bounds.ts';
import { readPages } from '../../src/platform-api/pages.ts';
import { createTransport } from '../../src/platform-api/transport/create-transport.ts';
import { startWords } from '../../src/study/start-words.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import {
  connect,
  json,
  plantedToken,
  rejection,
  startServer,
  type Script,
} from '../platform-api/scripted-server.ts';

const nested = (levels: number): string =>
  '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);
/** Enough of a row for each list. */
const row = (id: number) => ({ id: `${id}`, name: 'n', status: `s${id}`, statusDate: `d${id}` });
const asJson = { 'content-type': 'application/json' };

describe('an answer', () => {
  it.each(['/api/v2/jobs/j1/', 'raw', 'error'])(
    'nested ever deeper is refused, not walked down (%s)',
    async (how) => {
      const server = await startServer((_, response) => {
        const body = nested(how === 'error' ? 8_000 : 200_000);
        response.writeHead(how === 'error' ? 400 : 200, asJson).end(body);
      });
      const { jobs, raw } = connect(server);
      if (how === 'raw') {
        const answer = await raw.send({ method: 'GET', path: 'jobs' });
        expect(answer.json).toBeUndefined();
        expect(answer.notJson?.message).toContain('nested more than 100 levels');
      } else {
        expect(await rejection(jobs.get('j1'))).toMatchObject({
          code: how === 'error' ? 'API_INVALID_REQUEST' : 'API_UNEXPECTED_SHAPE',
          message: expect.stringMatching(
            how === 'error' ? /\[\{/ : /more than 100 levels/,
          ) as string,
        });
      }
    },
  );

  it.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes, { level: 1 })],
    [
      'br',
      (bytes: Buffer) =>
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
  ] as const)('that unpacks to more than 64 MiB is refused (%s)', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(80 * 1024 * 1024, 0x20));
    expect(bomb.length).toBeLessThan(1_000_000);
    const server = await startServer((_, response) => {
      response.writeHead(200, { ...asJson, 'content-encoding': encoding }).end(bomb);
    });
    expect(await rejection(connect(server).jobs.get('j1'))).toMatchObject({
      code: 'API_TOO_LARGE',
      message: expect.stringContaining('unpacks to more') as string,
    });
  });

  it.each([
    ['an id of a million characters', { id: 'x'.repeat(1_000_000), name: 'n' }],
    ['an id that is a list', { id: ['a'], name: 'n' }],
    ['a list', [{ id: 'a' }]],
    ['null', null],
    ['a number', 7],
  ])('of the wrong kind is an error that names the place (%s)', async (_, answer) => {
    const server = await startServer((__, response) => json(response, answer));
    expect(await rejection(connect(server).jobs.get('j1'))).toMatchObject({
      code: 'API_UNEXPECTED_SHAPE',
      retryable: false,
    });
  });
});

describe('a call by hand', () => {
  const env = { DOEFLOW_PLATFORM_TOKEN: plantedToken, DOEFLOW_HOME: '/nonexistent' };
  const callJobs = async (script: Script, ...args: readonly string[]) => {
    const { origin } = await startServer(script);
    return doeflowInProcess(['api', 'GET', 'jobs', '--platform-url', origin, ...args], env);
  };

  it('to a platform that never answers, or drips, ends at the stated time, and the wait is told', async () => {
    const scripts: readonly Script[] = [
      () => undefined,
      (_, response) => {
        response.writeHead(200, asJson);
        const drip = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(drip));
      },
    ];
    const begunMs = performance.now();
    const ends = await Promise.all(scripts.map((script) => callJobs(script, '--timeout', '6s')));
    expect(performance.now() - begunMs).toBeLessThan(9_000);
    for (const end of ends) {
      expect(end).toMatchObject({ exitCode: 7, stdout: '' });
      expect(end.stderr).toMatch(/Waiting for the whole answer to \[GET\] .*given up after 6 s/);
      expect(end.stderr).toContain('no complete answer within 6 s');
    }
  }, 15_000);

  it('to any command is told while it is awaited, with the time when it is given up', async () => {
    const { origin } = await startServer((_, response) => {
      setTimeout(() => response.writeHead(401, asJson).end('{}'), 5_500);
    });
    const argv = ['plan', 'studies/cantilever-beam', '--check', '--platform-url', origin];
    const end = await doeflowInProcess(argv, env);
    expect(end.exitCode).toBe(4);
    expect(end.stderr).toMatch(
      /Waiting for the whole answer to \[GET\] .* for 5 s; each try is given up after 120 s/,
    );
  }, 30_000);

  it.each([
    ['goes too deep', nested(400_000), /more than 100 levels/],
    ['was cut', '{"cou', /calls itself JSON, but isn't/],
  ])('shows no JSON that %s, and is an error', async (_, body, words) => {
    const script: Script = (__, response) => void response.writeHead(200, asJson).end(body);
    for (const args of [[], ['--paginate']]) {
      const end = await callJobs(script, ...args);
      expect(end).toMatchObject({ exitCode: 1, stdout: '' });
      expect(end.stderr).toMatch(words);
    }
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-odd-'));
    const file = join(folder, 'answer');
    expect((await callJobs(script, '-o', file)).exitCode).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(body);
    rmSync(folder, { recursive: true });
  });

  it('an answer that is shorter than announced is an error', async () => {
    const end = await callJobs((_, response) => {
      response.writeHead(200, { ...asJson, 'content-length': '500' });
      response.write('{"count": 1', () => response.destroy());
    });
    expect(end).toMatchObject({ exitCode: 7, stdout: '' });
  });
});

describe('a platform that drips its answers', () => {
  it('holds a command no longer than its patience, over all calls together', async () => {
    const dripping = await startServer((_, response) => {
      response.writeHead(200, asJson);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const end = limitSlowAnswers(600, 100);
    onTestFinished(end);
    const { jobs } = connect(dripping);
    const begunMs = performance.now();
    for (const call of [() => jobs.get('a'), () => collect(jobs.list()), () => jobs.submit('b')]) {
      expect(await rejection(call())).toMatchObject({
        code: 'API_CONNECTION',
        message: expect.stringContaining('waiting for slow answers took') as string,
      });
    }
    expect(performance.now() - begunMs).toBeLessThan(5_000);
  });

  it('is waited for as long as a person says, and swift answers for ever', async () => {
    const end = limitSlowAnswers(100, 50);
    onTestFinished(end);
    allowWait(60_000);
    const server = await startServer(({ url }, response) => {
      const answer = () => json(response, { id: 'j', name: 'n' });
      if (url.includes('slow')) setTimeout(answer, 600);
      else answer();
    });
    const { jobs } = connect(server);
    await jobs.get('slow');
    for (let call = 0; call < 20; call += 1) await jobs.get('swift');
  });
});

describe('a list', () => {
  it('without an end is an error, and is never taken for whole', async () => {
    const transport = createTransport({
      ...{ baseUrl: 'http://127.0.0.1:1', token: plantedToken, newBoundary: () => 'b' },
      dispatcher: new Agent(),
    });
    let asked = 0;
    const rows = readPages(transport, {
      ...{ path: '/api/v2/jobs/', looksLonger: false },
      keyOf: ({ id }: { readonly id: string }) => id,
      fetchPage: (page) => {
        asked += 1;
        return Promise.resolve({
          count: 3,
          next: 'https://evil.example/',
          results: [{ id: `${page}` }],
          bytes: 100,
        });
      },
    });
    const error = await rejection(collect(rows));
    expect(error).toMatchObject({ code: 'API_UNEXPECTED_SHAPE', shapePath: 'next' });
    expect(asked).toBe(10_000);
  });

  it('of more than a gigabyte is an error before memory is full', async () => {
    const bounds = new ListBounds({ method: 'GET', path: '/api/v2/jobs/' });
    const take = () => bounds.take({ bytes: 64 * 1024 * 1024, added: 100 });
    for (let page = 1; page <= 16; page += 1) take();
    expect(take).toThrow('Expected a list that ends, got one of more than a gigabyte');
  });

  it.each([
    ['that begins again', (page: number) => ({ next: 'x', results: [row(page % 3)] })],
    ['whose page number is ignored', () => ({ next: 'x', results: [row(1), row(2)] })],
    ['with empty pages', () => ({ next: 'x', results: [] })],
  ])('%s is never taken for whole, nor asked for ever', async (_, page) => {
    const server = await startServer(({ url }, response) => {
      json(response, page(Number(new URL(url, 'http://x').searchParams.get('page'))));
    });
    const { raw, jobs } = connect(server);
    for (const list of [
      () => collect(raw.rows({ method: 'GET', path: 'jobs' })),
      () => collect(jobs.list()),
      () => collect(jobs.files('j')),
      () => collect(jobs.statuses('j')),
    ]) {
      const before = server.seen.length;
      expect(await rejection(list())).toMatchObject({
        code: 'API_UNEXPECTED_SHAPE',
        message: expect.stringContaining('4 pages in a row that announce a further one') as string,
      });
      expect(server.seen.length - before).toBeLessThanOrEqual(7);
    }
  });

  it('whose rows come behind empty pages is read whole', async () => {
    const server = await startServer(({ url }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page'));
      const results = page === 4 ? [{ id: 'hidden', name: 'n' }] : [];
      json(response, { next: page < 4 ? 'x' : null, results });
    });
    const { raw, jobs } = connect(server);
    expect(await collect(jobs.list())).toMatchObject([{ id: 'hidden' }]);
    expect(await collect(raw.rows({ method: 'GET', path: 'jobs' }))).toHaveLength(1);
  });
});

describe('an id of the platform', () => {
  const evil = [
    '../../jobs/other',
    '..',
    '.',
    'a/b',
    'a b',
    'j\u001b[2J',
    '\u202ej',
    '',
    'j'.repeat(201),
  ];

  it.each(evil)('%j is refused wherever it comes from, and is asked for nothing', async (id) => {
    const record = { id, name: 'n', jobStatus: { content: 'Executing' }, submit: true };
    const server = await startServer(({ method, url }, response) => {
      json(response, method === 'GET' && url.includes('page=') ? { results: [record] } : record);
    });
    const { jobs } = connect(server);
    for (const call of [
      () => jobs.get('j'),
      () => collect(jobs.list()),
      () => collect(jobs.files('j')),
      () => jobs.create({ name: 'n', jobanalyses: [] } as Parameters<typeof jobs.create>[0]),
    ]) {
      expect(await rejection(call())).toMatchObject({ code: 'API_UNEXPECTED_SHAPE' });
    }
  });

  it.each(['..', '.'])('%j as a part of an address is sent to no other address', async (part) => {
    const server = await startServer((_, response) => json(response, {}));
    const { jobs, files } = connect(server);
    for (const call of [
      () => jobs.get(part),
      () => jobs.shutdown(part),
      () => jobs.delete(part),
      () => files.delete(part),
      () => jobs.liveLines('j', '1', `logs/${part}/${part}/x`, { lines: 9 }),
    ]) {
      const answer = await call().catch((error: unknown) => error);
      expect(answer).toSatisfy(
        (got: { notServed?: true; code?: string }) =>
          got.notServed === true || got.code === 'API_UNEXPECTED_SHAPE',
      );
    }
    expect(
      server.seen.filter(({ method, url }) => method !== 'GET' || !url.includes('/jobs/?')),
    ).toEqual([]);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'of any call carries the token nowhere (%i)',
    async (status) => {
      const other = await startServer((_, response) => json(response, { id: 'j1', name: 'n' }));
      const server = await startServer((_, response) => {
        response.writeHead(status, { location: `${other.origin}/api/v2/jobs/j1/` }).end();
      });
      const client = connect(server);
      await client.jobs.get('j1').catch(() => undefined);
      await client.jobs.submit('j1').catch(() => undefined);
      await client.raw.send({ method: 'PATCH', path: 'jobs/j1', body: {} }).catch(() => undefined);
      await client.raw.send({ method: 'GET', path: 'jobs' }).catch(() => undefined);
      await client.files
        .read({ id: 'f', name: 'n', downloadUrl: `${server.origin}/f` })
        .catch(() => undefined);
      expect(server.seen.length).toBeGreaterThan(4);
      expect(JSON.stringify(other.seen)).not.toContain(plantedToken);
      expect(other.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    },
  );
});

describe('on a terminal', () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31mred\u202etxt';
  const env = { DOEFLOW_PLATFORM_TOKEN: plantedToken, DOEFLOW_HOME: '/nonexistent' };
  const api = async (
    answer: { readonly type: string; readonly body: Buffer | string; readonly status?: number },
    terminal: boolean,
    ...args: readonly string[]
  ) => {
    const server = await startServer((_, response) => {
      response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body);
    });
    return doeflowInProcess(
      ['api', ...args, '--no-color', '--platform-url', server.origin],
      env,
      '',
      {
        terminal,
      },
    );
  };
  const obeyed = new RegExp('[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e]', 'u');

  it.each([
    ['text', { type: 'text/plain', body: evil }, ['GET', 'files/f/contents']],
    ['JSON', { type: 'application/json', body: JSON.stringify({ a: evil }) }, ['GET', 'jobs/j']],
    [
      'a list',
      { type: 'application/json', body: JSON.stringify({ next: null, results: [{ id: evil }] }) },
      ['GET', 'jobs', '--paginate'],
    ],
    [
      'a table',
      {
        type: 'application/json',
        body: JSON.stringify({ next: null, results: [{ code: 'c', name: evil }] }),
      },
      ['ls', 'coretypes'],
    ],
    ['an error', { type: 'text/plain', body: evil, status: 400 }, ['GET', 'jobs']],
  ])('nothing of %s is obeyed', async (_, answer, args) => {
    const { stdout, stderr } = await api(answer, true, ...args);
    expect(stdout + stderr).toMatch(/red/);
    expect(obeyed.test(stdout)).toBe(false);
    expect(obeyed.test(stderr)).toBe(false);
  });

  it('bytes that are no text are refused, with where to put them; a pipe gets them as they are', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00, 0x1b, 0x5b, 0x32, 0x4a]);
    const refused = await api({ type: 'image/png', body: bytes }, true, 'GET', 'files/f/contents');
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('--output FILE');
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
    });
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-answers-'));
    const file = join(folder, 'out');
    await doeflowInProcess(
      ['api', 'GET', 'files/f/contents', '-o', file, '--platform-url', server.origin],
      env,
    );
    expect(readFileSync(file)).toEqual(bytes);
    rmSync(folder, { recursive: true });
    const piped = await api({ type: 'text/plain', body: evil }, false, 'GET', 'files/f/contents');
    expect(piped.stdout).toBe(evil);
  });
});

describe('in the Temporal UI', () => {
  it('a study’s description leads nowhere and loads nothing', () => {
    const study = {
      name: 'beam',
      description: '[click](javascript:alert(1)) ![](https://evil.example/pixel) <b>x</b>',
      design: { method: 'factorial', seed: 1 },
    };
    const plan = {
      runCount: 1,
      rows: 1,
      cases: 1,
      replicates: 1,
      jobs: [],
      columns: ['a|b', '![]()'],
    };
    const { details } = startWords(
      study as unknown as Parameters<typeof startWords>[0],
      plan as unknown as Parameters<typeof startWords>[1],
      'beam-1',
    );
    expect(details.split('\n')[0]).toBe(
      '\\[click\\](javascript:alert(1)) !\\[\\](https:\u2060//evil.example/pixel) \\<b\\>x\\</b\\>',
    );
    expect(details).toContain('inputs: a\\|b, !\\[\\]()');
  });
});

describe('a platform by http on another machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'doeflow-insecure-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const address = 'http://platform.example.com';
  const resolve = (env: Record<string, string>, flags = {}) =>
    resolveSettings({ flags, env: { HOME: folder, ...env }, cwd: folder });
  const writeProfile = (platform: string): void => {
    const path = join(folder, '.config', 'doeflow', 'config.yaml');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `profile: acme\nprofiles: {acme: {platform: ${platform}}}\n`);
  };
  const refusal = { code: 'USAGE_PLATFORM_INSECURE', exitCode: 2 };

  it('is refused wherever its address stands', () => {
    expect(() => resolve({ DOEFLOW_PLATFORM_URL: address })).toThrow(
      expect.objectContaining(refusal),
    );
    expect(() => resolve({}, { platformUrl: address })).toThrow(expect.objectContaining(refusal));
    writeProfile(`{baseUrl: "${address}"}`);
    expect(() => resolve({})).toThrow(expect.objectContaining(refusal));
    for (const near of [
      'http://127.0.0.1.example.com',
      'http://0.0.0.0',
      'http://localhost.example.com',
    ]) {
      expect(() => resolve({ DOEFLOW_PLATFORM_URL: near })).toThrow(
        expect.objectContaining(refusal),
      );
    }
    expect(resolve({ DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1' }).platform).not.toBe('embedded');
  });

  it('is taken where its owner says so, for this address only', () => {
    expect(() =>
      resolve({ DOEFLOW_PLATFORM_URL: address, DOEFLOW_INSECURE_HTTP: 'on' }),
    ).not.toThrow();
    expect(() => resolve({}, { platformUrl: address, insecureHttp: 'on' })).not.toThrow();
    writeProfile(`{baseUrl: "${address}", insecureHttp: on}`);
    expect(() => resolve({})).not.toThrow();
    expect(() => resolve({ DOEFLOW_PLATFORM_URL: 'http://other.example.com' })).toThrow(
      expect.objectContaining(refusal),
    );
  });

  it('gets no token by login, and commands warn where it was allowed', async () => {
    const env = { HOME: folder, DOEFLOW_CONFIG: join(folder, 'config.yaml') };
    const login = await doeflowInProcess(['login', address, '--token-stdin'], env, plantedToken);
    expect(login.exitCode).toBe(2);
    expect(login.stderr).toContain('--insecure-http');
    const config = await doeflowInProcess(
      ['config', '--platform-url', address, '--insecure-http'],
      { ...env, DOEFLOW_PLATFORM_TOKEN: plantedToken },
    );
    expect(config.exitCode).toBe(0);
    expect(config.stderr.match(/warning: The token goes to/g)).toHaveLength(1);
  });
});

describe('certificates', () => {
  const server = createServer((_, response) => response.end());
  afterAll(() => server.close());

  it('that nobody checks are told of', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const env = { DOEFLOW_PLATFORM_TOKEN: plantedToken, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const args = ['config', '--platform-url', `https://127.0.0.1:${port}`];
    const warned = await doeflowInProcess(args, env);
    expect(warned.stderr).toContain('warning: NODE_TLS_REJECT_UNAUTHORIZED=0 is set');
    const silent = await doeflowInProcess(args, { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '1' });
    expect(silent.stderr).not.toContain('warning');
  });
});
