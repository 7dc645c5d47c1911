import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, parseRawFields } from '../../src/platform-api/index.ts';
import { connect, json, plantedToken, rejection, startServer } from './scripted-server.ts';

describe('a raw call', () => {
  it.each([
    ['jobs', '/api/v2/jobs/'],
    ['jobs/abcd', '/api/v2/jobs/abcd/'],
    ['v3/clusters', '/api/v3/clusters/'],
    ['api/clusters/c/jobs/', '/api/clusters/c/jobs/'],
    ['/api/v2/jobs?q=a b&state=completed', '/api/v2/jobs/?q=a%20b&state=completed'],
  ])('to %s asks for %s', async (path, url) => {
    const server = await startServer((_, response) => json(response, {}));
    await connect(server).raw.send({ method: 'GET', path });
    expect(server.seen[0]).toMatchObject({
      url,
      headers: { authorization: `Token ${plantedToken}` },
    });
  });

  it('to another host is refused', async () => {
    const server = await startServer((_, response) => json(response, {}));
    const { raw } = connect(server);
    for (const path of [
      'https://elsewhere.invalid/api/v2/jobs/',
      `${server.origin}.evil.invalid/`,
    ]) {
      expect(await rejection(raw.send({ method: 'GET', path }))).toMatchObject({
        code: 'USAGE_API',
      });
    }
    expect(server.seen).toHaveLength(0);
  });

  it('gives JSON without encryption keys, however deep', async () => {
    const server = await startServer((_, response) =>
      json(response, { results: [{ id: 'f', encodedEncryptionKey: 's3cret' }] }, 200, {
        'x-request-id': 'r',
      }),
    );
    const answer = await connect(server).raw.send({ method: 'GET', path: 'files' });
    expect(answer).toMatchObject({ status: 200, requestId: 'r', json: { results: [{ id: 'f' }] } });
    expect(answer.bytes.toString()).not.toContain('s3cret');
  });

  it('gives other bytes as they came', async () => {
    const server = await startServer((_, response) => void response.end(Buffer.from([0, 255, 1])));
    const answer = await connect(server).raw.send({ method: 'GET', path: 'files/f/contents' });
    expect(answer.json).toBeUndefined();
    expect([...answer.bytes]).toEqual([0, 255, 1]);
  });

  it('reads all pages of a list', async () => {
    const server = await startServer(({ url }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page'));
      json(response, {
        count: 3,
        next: page < 2 ? '?' : null,
        results: page < 2 ? [{ id: 'a' }, { id: 'b' }] : [{ id: 'b' }, { id: 'c' }],
      });
    });
    const rows = await collect(
      connect(server).raw.rows({ method: 'GET', path: 'jobs?page_size=2' }),
    );
    expect(rows).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(server.seen[1]?.url).toBe('/api/v2/jobs/?page_size=2&page=2');
  });

  it('sends a file as an upload', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doeflow-raw-'));
    const path = join(folder, 'a.txt');
    await writeFile(path, 'hello');
    const server = await startServer((_, response) =>
      json(response, { id: 'f', name: 'a.txt' }, 201),
    );
    const { raw } = connect(server);
    const answer = await raw.send({ method: 'POST', path: 'files/contents', upload: { path } });
    expect(answer.json).toMatchObject({ id: 'f' });
    expect(server.seen[0]?.body).toContain('filename="a.txt"');
    expect(
      await rejection(raw.send({ method: 'POST', path: 'jobs', upload: { path } })),
    ).toMatchObject({ code: 'USAGE_API' });
    await rm(folder, { recursive: true });
  });
});

describe('fields of a raw call', () => {
  it.each([
    [['name=beam'], { name: 'beam' }],
    [
      ['a=1', 'b=-2.5e3', 'c=true', 'd=null', 'e=01', 'f=', 'g=a=b'],
      { a: 1, b: -2500, c: true, d: null, e: '01', f: '', g: 'a=b' },
    ],
    [
      ['hardware[slots]=4', 'hardware[coreType][code]=emerald'],
      { hardware: { slots: 4, coreType: { code: 'emerald' } } },
    ],
    [['jobIds[]=a', 'jobIds[]=b'], { jobIds: ['a', 'b'] }],
    [['flags:={"igCv":true}'], { flags: { igCv: true } }],
    [['Mean stress=3'], { 'Mean stress': 3 }],
  ])('%j make a body', (fields, body) => {
    expect(parseRawFields(fields)).toEqual(body);
  });

  it.each([
    [['name']],
    [['=x']],
    [['a[=1']],
    [['a=1', 'a[b]=2']],
    [['a[]=1', 'a[b]=2']],
    [['a:={']],
    [['__proto__[x]=1']],
  ])('%j are refused', (fields) => {
    expect(() => parseRawFields(fields)).toThrow(/^Expected |two kinds of value/);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
