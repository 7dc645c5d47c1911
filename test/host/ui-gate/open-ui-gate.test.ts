import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUiGate } from '../../../src/host/ui-gate/open-ui-gate.ts';

/** A server in the UI's place: says what it was asked. */
let ui: Server;
let port = 0;
let shut: () => void;

beforeAll(async () => {
  ui = createServer((asked, answer) => {
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('end', () => {
      answer.writeHead(asked.url === '/missing' ? 404 : 200, { 'x-ui': 'yes' });
      answer.end(`${asked.method ?? ''} ${asked.url ?? ''} ${Buffer.concat(parts).toString()}`);
    });
  });
  ui.listen(0, '127.0.0.1');
  await once(ui, 'listening');
  port = await freePort();
  shut = await openUiGate({
    port,
    behind: (ui.address() as AddressInfo).port,
    namespace: 'default',
  });
});

afterAll(() => {
  shut();
  ui.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

async function ask(
  path: string,
  { host = '127.0.0.1', method = 'GET', body = '', at = port } = {},
): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port: at, path, method, headers: { host } });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: Buffer.concat(parts).toString(),
  };
}

describe('the door of the Temporal UI', () => {
  it('passes on what is asked and what is answered, but its own page', async () => {
    const posted = await ask('/api/v1/x?y=1', { method: 'POST', body: 'a body' });
    expect(posted.text).toBe('POST /api/v1/x?y=1 a body');
    expect(posted.headers['x-ui']).toBe('yes');
    expect((await ask('/missing')).status).toBe(404);
  });

  it('goes on from /studies to the list, by a script that its policy names alone', async () => {
    const { status, headers, text } = await ask('/studies?from=a-mail');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-/u);
    expect(text).toContain(
      '/namespaces/default/workflows?query=%60WorkflowType%60%3D%22studyWorkflow%22',
    );
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example'])(
    'answers nobody who calls this machine "%s"',
    async (host) => {
      expect((await ask('/api/v1/namespaces', { host })).status).toBe(403);
    },
  );

  it('answers a tunnel, whatever its port', async () => {
    expect((await ask('/x', { host: 'localhost:9999' })).text).toBe('GET /x ');
  });

  it('says that the UI is down where it is', async () => {
    const alone = await freePort();
    const end = await openUiGate({ port: alone, behind: await freePort(), namespace: 'default' });
    const { status, text } = await ask('/', { at: alone });
    expect(status).toBe(502);
    expect(text).toContain('not up just now');
    end();
  });

  it('refuses to open where somebody sits at its port', async () => {
    await expect(openUiGate({ port, behind: 1, namespace: 'default' })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
