import { describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TooLargeError,
  UnexpectedShapeError,
} from '../../src/platform-api/index.ts';
import type { PlatformError } from '../../src/platform-api/index.ts';
import { connect, json, plantedToken, rejection, startServer } from './scripted-server.ts';

const job = { id: 'abcd', name: 'beam' };
const create = { name: 'beam', jobanalyses: [] };

describe('a call that the platform answers', () => {
  it('carries the token and ends its path with a slash', async () => {
    const server = await startServer((_, response) => json(response, job));
    await connect(server, { token: ` ${plantedToken}\n` }).jobs.get('abcd');
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      url: '/api/v2/jobs/abcd/',
      headers: { authorization: `Token ${plantedToken}` },
    });
  });

  it('keeps a path in front of the API and drops a version that the user typed', async () => {
    const server = await startServer((_, response) => json(response, job));
    const client = connect(server, { baseUrl: `${server.origin}/hpc/api/v2/` });
    await client.jobs.get('a/b');
    expect(client.baseUrl).toBe(`${server.origin}/hpc`);
    expect(server.seen[0]?.url).toBe('/hpc/api/v2/jobs/a%2Fb/');
  });

  it('drops unknown fields and the encryption key', async () => {
    const server = await startServer((_, response) =>
      json(response, { ...job, paramFile: { id: 'f', encodedEncryptionKey: 's3cret' }, new: 1 }),
    );
    const read = await connect(server).jobs.get('abcd');
    expect(JSON.stringify(read)).not.toMatch(/s3cret|new/);
    expect(read.paramFile?.id).toBe('f');
  });

  it('reads a job whose informative fields have other types than documented', async () => {
    const server = await startServer((_, response) =>
      json(response, { ...job, sshPort: 'none', projectId: 7, jobvariables: null, userTags: {} }),
    );
    const read = await connect(server).jobs.get('abcd');
    expect(read.sshPort).toBeUndefined();
    expect(read.jobvariables).toEqual([]);
  });

  it.each([
    [400, InvalidRequestError, 'API_INVALID_REQUEST', false],
    [401, AuthenticationError, 'API_AUTHENTICATION', false],
    [403, PermissionError, 'API_PERMISSION', false],
    [404, NotFoundError, 'API_NOT_FOUND', false],
    [405, NotFoundError, 'API_NOT_FOUND', false],
    [409, ConflictError, 'API_CONFLICT', false],
    [413, TooLargeError, 'API_TOO_LARGE', false],
    [422, InvalidRequestError, 'API_INVALID_REQUEST', false],
    [429, RateLimitError, 'API_RATE_LIMIT', true],
    [500, ServerError, 'API_SERVER', true],
    [503, ServerError, 'API_SERVER', true],
  ] as const)('becomes a typed error at %i', async (status, type, code, retryable) => {
    const server = await startServer((_, response) =>
      json(response, { detail: 'No.' }, status, { 'x-request-id': 'req-1' }),
    );
    const error = await rejection(connect(server).jobs.submit('abcd'));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({
      code,
      status,
      retryable,
      method: 'POST',
      path: '/api/v2/jobs/abcd/submit/',
      requestId: 'req-1',
      message: `[POST] /api/v2/jobs/abcd/submit/: ${status} No.`,
    });
    expect(server.seen).toHaveLength(1);
  });

  it('lists the fields that it refused, wherever they are', async () => {
    const server = await startServer((_, response) =>
      json(
        response,
        {
          name: ['This field is required.'],
          jobanalyses: [{}, { hardware: { coreType: ['Unknown code.', 'Or deprecated.'] } }],
          non_field_errors: ['Choose one.'],
        },
        400,
      ),
    );
    const error = await rejection(connect(server).jobs.create(create));
    expect(error).toMatchObject({
      fieldErrors: [
        { field: 'name', message: 'This field is required.' },
        { field: 'jobanalyses[1].hardware.coreType', message: 'Unknown code.' },
        { field: 'jobanalyses[1].hardware.coreType', message: 'Or deprecated.' },
        { field: '', message: 'Choose one.' },
      ],
      ambiguous: false,
    });
  });

  it('shows no more than 200 characters of an error page, and no token', async () => {
    const server = await startServer((request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end(`<html>${request.headers.authorization}\u001b[31m${'x'.repeat(5000)}</html>`);
    });
    const error = (await rejection(connect(server).jobs.submit('abcd'))) as PlatformError;
    expect(error.message).not.toContain(plantedToken);
    expect(error.message).not.toContain('\u001b');
    expect(error.message.length).toBeLessThan(300);
    expect(error).toMatchObject({ code: 'API_SERVER', ambiguous: true });
  });
});

describe('a good status with something else than documented', () => {
  it.each([
    ['an HTML page', '<html>Sign in</html>', true],
    ['an empty body', '', true],
    ['half a JSON text', '{"id": "ab', true],
    ['another type', '[1, 2]', false],
  ])('names %s without a TypeError', async (_, body, transient) => {
    const server = await startServer((__, response) => void response.end(body));
    const error = await rejection(connect(server).jobs.get('abcd'));
    expect(error).toBeInstanceOf(UnexpectedShapeError);
    expect(error).toMatchObject({ retryable: transient, status: 200, path: '/api/v2/jobs/abcd/' });
    expect(server.seen).toHaveLength(transient ? 3 : 1);
  });

  it('names the failing path and never the value', async () => {
    const server = await startServer((_, response) =>
      json(response, {
        count: 2,
        next: null,
        results: [job, { id: 'x', name: { secret: 'value' } }],
      }),
    );
    const error = await rejection(connect(server).jobs.listNewest());
    expect(error).toMatchObject({ shapePath: 'results[1].name' });
    expect((error as Error).message).not.toContain('secret');
  });

  it('says of a create that it may have happened', async () => {
    const server = await startServer((_, response) => void response.writeHead(201).end('<html>'));
    const error = await rejection(connect(server).jobs.create(create));
    expect(error).toMatchObject({ code: 'API_UNEXPECTED_SHAPE', ambiguous: true });
    expect(server.seen).toHaveLength(1);
  });

  it('doesn’t take a web page for the answer of a submit', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in</p>');
    });
    const error = await rejection(connect(server).jobs.submit('abcd'));
    expect(error).toMatchObject({
      code: 'API_UNEXPECTED_SHAPE',
      retryable: true,
      ambiguous: true,
    });
    expect(server.seen).toHaveLength(1);
  });

  it('refuses an answer without an end', async () => {
    const server = await startServer((_, response) => {
      const piece = Buffer.alloc(1024 * 1024, 32);
      const more = (): void => void response.write(piece, more);
      more();
    });
    const error = await rejection(connect(server).jobs.get('abcd'));
    expect(error).toBeInstanceOf(TooLargeError);
  });
});

describe('a call that gets no answer', () => {
  it('is ambiguous when the connection is cut after a POST, and is sent once', async () => {
    const server = await startServer((_, response) => void response.destroy());
    const error = await rejection(connect(server).jobs.create(create));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ retryable: true, ambiguous: true, status: undefined });
    expect(server.seen).toHaveLength(1);
  });

  it('is tried again when it only reads', async () => {
    let calls = 0;
    const server = await startServer((_, response) => {
      calls += 1;
      if (calls < 3) response.destroy();
      else json(response, job);
    });
    expect((await connect(server).jobs.get('abcd')).id).toBe('abcd');
    expect(calls).toBe(3);
  });

  it('is not ambiguous when nothing listens', async () => {
    const error = await rejection(
      connect({ origin: 'http://127.0.0.1:9', seen: [] }).jobs.create(create),
    );
    expect(error).toMatchObject({ code: 'API_CONNECTION', ambiguous: false, retryable: true });
  });

  it('ends when the headers never come', async () => {
    const server = await startServer(() => undefined);
    const client = connect(server, { timeouts: { callMs: 150 } });
    const error = await rejection(client.jobs.submit('abcd'));
    expect(error).toMatchObject({ code: 'API_CONNECTION', ambiguous: true });
    expect((error as Error).message).toContain('no complete answer within 0.2 s');
  });

  it('ends when the body trickles for ever', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const client = connect(server, { timeouts: { callMs: 200 }, readRetryDelaysMs: [] });
    expect(await rejection(client.jobs.get('abcd'))).toMatchObject({ code: 'API_CONNECTION' });
  });

  it('rejects with the reason of the signal', async () => {
    const server = await startServer(() => undefined);
    const controller = new AbortController();
    const reason = new Error('cancelled by the study');
    const work = rejection(connect(server).jobs.get('abcd', { signal: controller.signal }));
    while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(reason);
    expect(await work).toBe(reason);
    expect(await rejection(connect(server).jobs.get('abcd', { signal: controller.signal }))).toBe(
      reason,
    );
  });
});
