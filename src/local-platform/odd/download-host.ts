/** Another host that hands out contents, as storage behind a platform does: by addresses that carry their right, and without a token. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where the platform itself serves a path. */
export type Serve = (path: string, range: string | undefined) => Promise<Response>;

/** A second host beside the platform. */
export interface DownloadHost {
  /** An address under which a path of the platform's can be read for some time. */
  readonly addressOf: (path: string) => string;
  readonly close: () => Promise<void>;
}

const mostAddresses = 10_000;

/** Listens on loopback; a request that carries a token is refused, as the storage of clouds does. */
export async function startDownloadHost(serve: Serve): Promise<DownloadHost> {
  const paths = new Map<string, string>();
  const server = createServer((request, response) => {
    const refuse = (status: number, text: string): void => {
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error>${text}</Error>`);
    };
    if (request.headers.authorization !== undefined) {
      return refuse(400, 'Only one auth mechanism allowed');
    }
    const path = paths.get((request.url ?? '').slice(1));
    if (path === undefined) return refuse(403, 'Request has expired');
    void serve(path, request.headers.range).then(
      async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        for await (const piece of answer.body ?? []) response.write(piece);
        response.end();
      },
      () => response.destroy(),
    );
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (path) => {
      const key = randomBytes(16).toString('hex');
      if (paths.size >= mostAddresses) paths.delete(paths.keys().next().value ?? '');
      paths.set(key, path);
      return `http://127.0.0.1:${port}/${key}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}
