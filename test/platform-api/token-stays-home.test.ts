import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AuthenticationError, createPlatformClient } from '../../src/platform-api/index.ts';
import type { PlatformFile } from '../../src/platform-api/index.ts';
import type { PlatformLogEvent } from '../../src/platform-api/index.ts';
import { connect, json, plantedToken, rejection, startServer } from './scripted-server.ts';
import type { Script } from './scripted-server.ts';

const job = { id: 'abcd', name: 'beam' };
const record = (downloadUrl: string): PlatformFile => ({ id: 'f1', name: 'out', downloadUrl });

describe('the token', () => {
  it.each(['', '  ', 'abc\ndef', 'abc def', 'tök', 'a\u0000b'])(
    'is refused at the start when malformed, without repeating it (%j)',
    (token) => {
      const make = () => createPlatformClient({ baseUrl: 'http://127.0.0.1:1', token });
      expect(make).toThrow(AuthenticationError);
      try {
        make();
      } catch (error) {
        if (token.trim() !== '') expect(String(error)).not.toContain(token.trim());
      }
    },
  );

  it.each(['ftp://x', 'not a url', 'https://user:pw@host', 'https://host/?a=1'])(
    'isn’t used with an unusable address (%s)',
    (baseUrl) => {
      expect(() => createPlatformClient({ baseUrl, token: plantedToken })).toThrow(
        /^The platform’s address /,
      );
    },
  );

  it('follows a redirect on the same origin', async () => {
    const server = await startServer((request, response) => {
      if (request.url === '/api/v2/jobs/abcd/') {
        response.writeHead(302, { location: '/elsewhere/' }).end();
      } else json(response, job);
    });
    await connect(server).jobs.get('abcd');
    expect(server.seen[1]).toMatchObject({
      url: '/elsewhere/',
      headers: { authorization: `Token ${plantedToken}` },
    });
  });

  it('never follows a redirect to another origin', async () => {
    const other = await startServer((_, response) => json(response, job));
    const server = await startServer((_, response) => {
      response.writeHead(307, { location: `${other.origin}/api/v2/jobs/abcd/` }).end();
    });
    await connect(server).jobs.get('abcd');
    expect(other.seen).toHaveLength(1);
    expect(other.seen[0]?.headers.authorization).toBeUndefined();
    expect(JSON.stringify(other.seen)).not.toContain(plantedToken);
  });

  it('isn’t sent with a POST that is redirected to another origin: that is an error', async () => {
    const other = await startServer((_, response) => json(response, job));
    const server = await startServer((_, response) => {
      response.writeHead(307, { location: `${other.origin}/` }).end();
    });
    const error = await rejection(connect(server).jobs.submit('abcd'));
    expect(error).toMatchObject({ code: 'API_INVALID_REQUEST', status: 307 });
    expect(other.seen).toHaveLength(0);
  });

  it('isn’t sent to a downloadUrl on another host', async () => {
    const other = await startServer((_, response) => void response.end('hello'));
    const server = await startServer((_, response) => json(response, {}));
    const content = await connect(server).files.read(record(`${other.origin}/signed?sig=1`));
    expect(content.toString()).toBe('hello');
    expect(other.seen[0]?.headers.authorization).toBeUndefined();
    expect(server.seen).toHaveLength(0);
  });

  it.each([401, 403])(
    'isn’t asked for anew where such a host answers %i: the platform itself is asked for the file',
    async (status) => {
      const other = await startServer((_, response) => json(response, { detail: 'Who?' }, status));
      const server = await startServer((request, response) => {
        if (request.url === '/api/v2/files/f1/contents/') response.end('hello');
        else json(response, {}, 404);
      });
      const events: PlatformLogEvent[] = [];
      const client = connect(server, { log: (event) => events.push(event) });
      const content = await client.files.read(record(`${other.origin}/inside/f1`));
      expect(content.toString()).toBe('hello');
      // Whoever watches over the token hears that this was no word on it.
      const answers = events.filter(({ event }) => event === 'answered');
      expect(answers.map((answer) => [answer.status, answer.foreign])).toEqual([
        [status, true],
        [200, undefined],
      ]);
      expect(JSON.stringify(other.seen)).not.toContain(plantedToken);
    },
  );

  it('isn’t sent to the host that a page names as next', async () => {
    const other = await startServer((_, response) => json(response, { results: [] }));
    const server = await startServer((request, response) => {
      const last = request.url.includes('page=2');
      json(response, {
        count: 2,
        next: last ? null : `${other.origin}/api/v2/coretypes/?page=2`,
        results: [{ code: last ? 'b' : 'a' }],
      });
    });
    const codes = [];
    for await (const { code } of connect(server).coreTypes.list()) codes.push(code);
    expect(codes).toEqual(['a', 'b']);
    expect(other.seen).toHaveLength(0);
  });

  it('hints at the address when another host wants one', async () => {
    const other = await startServer((_, response) => json(response, { detail: 'Who?' }, 401));
    const server = await startServer((_, response) => {
      response.writeHead(301, { location: `${other.origin}/` }).end();
    });
    const error = await rejection(connect(server).jobs.get('abcd'));
    expect(error).toMatchObject({ hint: expect.stringContaining('another host') as string });
  });
});

describe('an address that the platform names', () => {
  it.each([
    'http://files.example.com/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest/',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://0x7f.1/x',
    'https://localhost/x',
    'file:///etc/passwd',
  ])('is refused when it leads inside or in the clear (%s)', async (address) => {
    const client = createPlatformClient({
      baseUrl: 'https://platform.invalid',
      token: plantedToken,
    });
    const error = await rejection(client.files.read(record(address)));
    expect(error).toMatchObject({ code: 'API_UNEXPECTED_SHAPE', retryable: false });
    await client.close();
  });

  it('is refused when it isn’t among the allowed origins', async () => {
    const other = await startServer((_, response) => void response.end('hello'));
    const server = await startServer((_, response) => json(response, {}));
    const client = connect(server, { allowedOrigins: ['https://store.example.com'] });
    const error = await rejection(client.files.read(record(`${other.origin}/x`)));
    expect(error).toMatchObject({ code: 'API_UNEXPECTED_SHAPE' });
    expect(other.seen).toHaveLength(0);
  });

  it('ends a circle of redirects', async () => {
    const server = await startServer((request, response) => {
      response.writeHead(302, { location: request.url }).end();
    });
    expect(await rejection(connect(server).jobs.get('abcd'))).toMatchObject({
      code: 'API_UNEXPECTED_SHAPE',
    });
    expect(server.seen).toHaveLength(6);
  });
});

describe('a platform that sends the token back', () => {
  const base64 = Buffer.from(plantedToken).toString('base64');
  const echoes: readonly (readonly [string, Script])[] = [
    ['in an error page', ({ headers }, r) => void r.writeHead(500).end(`${headers.authorization}`)],
    ['in base64', (_, r) => json(r, { detail: `x ${base64} y` }, 403)],
    ['in a field error', (_, r) => json(r, { [plantedToken]: [`not ${plantedToken}`] }, 400)],
    ['in a page of another shape', (_, r) => void r.end(`<html>${plantedToken}`)],
    ['in a field of another type', (_, r) => json(r, { id: { token: plantedToken } })],
    [
      'in a redirect',
      (_, r) => void r.writeHead(302, { location: `ftp://${plantedToken}/` }).end(),
    ],
    ['before it cuts the line', (_, r) => void r.write(plantedToken, () => r.destroy())],
  ];

  it.each(echoes)('%s finds it in no error and no log', async (_, script) => {
    const server = await startServer(script);
    const events: PlatformLogEvent[] = [];
    const client = connect(server, { log: (event) => events.push(event) });
    const errors = [
      await rejection(client.jobs.get('abcd')),
      await rejection(client.jobs.create({ name: plantedToken, jobanalyses: [] })),
      await rejection(client.raw.send({ method: 'GET', path: 'https://elsewhere.invalid/' })),
    ];
    const shown = inspect([errors, events], { depth: 12, showHidden: true, maxStringLength: null });
    expect(shown).not.toContain(plantedToken);
    expect(shown).not.toContain(base64);
    expect(events.length).toBeGreaterThan(0);
  });
});
