/** The door of the embedded Temporal UI: one page of our own, `/studies`, and behind it all that the UI serves. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { studiesPage } from './studies-page.ts';

/** Names by which this machine calls itself; a tunnel may have another port. */
const ownNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** What the door leads to; both ports on loopback. */
export interface UiGateOptions {
  readonly port: number;
  /** Where the UI itself listens. */
  readonly behind: number;
  readonly namespace: string;
}

/** Opens the door; gives back what shuts it. It doesn't keep the process alive. @throws the system's error where the port is taken */
export async function openUiGate({ port, behind, namespace }: UiGateOptions): Promise<() => void> {
  const page = studiesPage(namespace);
  const server = createServer((asked, answer) => {
    if (!ownNames.has(nameOf(asked.headers.host))) {
      // Another site's name that was made to lead here.
      return refuse(answer, 403, 'This page is served to this machine alone');
    }
    if (new URL(asked.url ?? '/', 'http://127.0.0.1').pathname !== '/studies') {
      return passOn(asked, answer, behind);
    }
    answer.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
      'cache-control': 'no-store',
    });
    answer.end(page.html);
  });
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  server.unref();
  await once(server, 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function nameOf(host = ''): string {
  return host.replace(/:\d*$/u, '').toLowerCase();
}

function passOn(asked: IncomingMessage, answer: ServerResponse, behind: number): void {
  const onward = request(
    {
      ...{ host: '127.0.0.1', port: behind },
      ...(asked.method === undefined ? {} : { method: asked.method }),
      ...(asked.url === undefined ? {} : { path: asked.url }),
      headers: asked.headers,
    },
    (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      // A reader that goes away ends both.
      pipeline(answered, answer, () => undefined);
    },
  );
  onward.once('error', () => {
    if (answer.headersSent) answer.destroy();
    else refuse(answer, 502, 'The Temporal UI is not up just now: load this page again');
  });
  answer.once('close', () => onward.destroy());
  pipeline(asked, onward, () => undefined);
}

function refuse(answer: ServerResponse, status: number, sentence: string): void {
  answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  answer.end(`${sentence}\n`);
}
