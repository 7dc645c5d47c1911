import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

/** A host name on the internet that answers from this machine, for clients that have the platform's address in their sources. */
export interface PublicHost {
  /** Variables that lead a client there: a proxy, and the certificate to trust. */
  readonly environment: Readonly<Record<string, string>>;
  /** Each call so far, as `GET /api/v2/jobs/`. */
  readonly calls: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Serves `https://HOST/` from `baseUrl`, by a proxy that ends the encryption itself. */
export async function servePublicHost(
  host: string,
  baseUrl: string,
  folder: string,
): Promise<PublicHost> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', certificate],
    ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
  ]);
  const pair = { key: readFileSync(key), cert: readFileSync(certificate) };
  const calls: string[] = [];
  const server = createServer((incoming, answer) => {
    calls.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    const target = new URL(incoming.url ?? '/', baseUrl);
    const headers = { ...incoming.headers, host: target.host };
    const outgoing = request(target, { method: incoming.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const inside = new TLSSocket(socket, { isServer: true, ...pair });
    inside.on('error', () => inside.destroy());
    server.emit('connection', inside);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    environment: { HTTPS_PROXY: proxy, REQUESTS_CA_BUNDLE: certificate },
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
