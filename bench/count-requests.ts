import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that reached the platform: when, and how it was answered. */
export interface CountedRequest {
  readonly atMs: number;
  readonly path: string;
  readonly status: number;
}

/** A way to a local platform on which every request is counted. */
export interface CountedPlatform {
  /** Ends in `/`; to be used in place of the platform's own. */
  readonly baseUrl: string;
  readonly seen: readonly CountedRequest[];
  readonly close: () => Promise<void>;
}

/** Passes everything on to the platform; its own address in its answers becomes this one, so that files are asked for here, too. */
export async function countRequests(platformUrl: string): Promise<CountedPlatform> {
  const seen: CountedRequest[] = [];
  const { origin } = new URL(platformUrl);
  let own = '';
  const server = createServer((from, to) => {
    const atMs = performance.now();
    const { method, url: path = '/', headers } = from;
    const onward = ask(new URL(path, origin), { method, headers }, (answer) => {
      const status = answer.statusCode ?? 500;
      seen.push({ atMs, path, status });
      if (!/json/u.test(answer.headers['content-type'] ?? '')) {
        to.writeHead(status, answer.headers);
        answer.pipe(to);
        return;
      }
      void buffer(answer).then((bytes) => {
        const body = Buffer.from(bytes.toString('utf8').replaceAll(origin, own));
        to.writeHead(status, { ...answer.headers, 'content-length': body.length });
        to.end(body);
      });
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${own}/`,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
