import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { createPlatformClient } from '../../src/platform-api/index.ts';
import type { PlatformClient, PlatformClientOptions } from '../../src/platform-api/index.ts';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Script = (
  request: SeenRequest,
  response: ServerResponse,
  raw: IncomingMessage,
) => void | Promise<void>;

export interface ScriptedServer {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
}

export const plantedToken = 'planted-0123456789abcdef';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A real HTTP server on loopback that does what a test tells it; closed after the test. */
export async function startServer(script: Script): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(pieces).toString('latin1') };
      seen.push(one);
      void script(one, response, request);
    });
    request.on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** A client for it with short waits; closed after the test. */
export function connect(
  server: ScriptedServer,
  options: Partial<PlatformClientOptions> = {},
): PlatformClient {
  const client = createPlatformClient({
    baseUrl: server.origin,
    token: plantedToken,
    readRetryDelaysMs: [1, 1],
    ...options,
  });
  closing.push(() => client.close());
  return client;
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** What a call rejects with. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a rejection');
}
