import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { S3Server } from '../../kit/s3-server.ts';

/**
 * What happens to one request: `busy` is answered 503, `broken` 500 and `ignored` 200 before the server sees it; `unanswered` is done by the server, and the connection ends
 * without its answer; a number cuts the connection after so many bytes of the answer.
 */
export type Fault = keyof typeof answers | 'unanswered' | number;

const answers = {
  ignored: { status: 200, code: 'None' },
  busy: { status: 503, code: 'SlowDown' },
  broken: { status: 500, code: 'InternalError' },
} as const;

/** What stands before the server, and spoils what it is told to. */
export interface FaultyProxy {
  readonly port: number;
  /** Requests that came, as `METHOD path?query`. */
  readonly seen: readonly string[];
  /** Spoils the next requests that fit, one with each fault. */
  spoil(fits: RegExp, faults: readonly Fault[]): void;
  stop(): Promise<void>;
}

/** Starts it on a port of its own; requests stay signed for the host that the client named. */
export async function startFaultyProxy(target: S3Server): Promise<FaultyProxy> {
  const seen: string[] = [];
  let orders: { readonly fits: RegExp; readonly faults: Fault[] }[] = [];
  const server = createServer((incoming, answer) => {
    const what = `${incoming.method} ${incoming.url}`;
    seen.push(what);
    const fault = orders.find(({ fits, faults }) => faults.length > 0 && fits.test(what));
    void serve(target, incoming, answer, fault?.faults.shift()).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a port');
  return {
    ...{ port: address.port, seen },
    spoil: (fits, faults) => {
      orders = [...orders, { fits, faults: [...faults] }];
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(
  target: S3Server,
  incoming: IncomingMessage,
  answer: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (typeof fault === 'string' && fault !== 'unanswered') {
    incoming.resume();
    await once(incoming, 'end');
    const { status, code } = answers[fault];
    answer.writeHead(status, { 'content-type': 'application/xml' });
    const text = `<Error><Code>${code}</Code><Message>As it was told to.</Message></Error>`;
    answer.end(status === 200 ? '' : text);
    return;
  }
  const { host, port } = target;
  const { method, url: path, headers } = incoming;
  const forwarded = request({ host, port, method, path, headers, setHost: false });
  incoming.pipe(forwarded);
  const [reply] = (await once(forwarded, 'response')) as [IncomingMessage];
  if (fault === 'unanswered') {
    reply.resume();
    await once(reply, 'end');
    answer.destroy();
    return;
  }
  answer.writeHead(reply.statusCode ?? 502, reply.headers);
  let sent = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    const room = fault === undefined ? chunk.length : Math.max(0, fault - sent);
    answer.write(chunk.subarray(0, room));
    sent += chunk.length;
    if (fault !== undefined && sent > fault) {
      setTimeout(() => answer.destroy(), 20);
      return;
    }
  }
  answer.end();
}
