import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { becomesSilent } from '../../src/host/supervisor/answer-watch.ts';

const pace = { everyMs: 5, patienceMs: 1000, silentAtMost: 2 };

async function withServer(
  listener: RequestListener,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('notices a server that takes questions and never answers', async () => {
  let asked = 0;
  await withServer(
    () => (asked += 1),
    async (url) => expect(await becomesSilent(url, new AbortController().signal, pace)).toBe(true),
  );
  expect(asked).toBe(2);
});

it('leaves one in peace that answers, even with an error, or refuses', async () => {
  let asked = 0;
  const over = new AbortController();
  await withServer(
    (_, response) => {
      asked += 1;
      if (asked === 4) over.abort();
      // Every second question is left open.
      if (asked % 2 === 0) response.writeHead(500).end();
    },
    async (url) => expect(await becomesSilent(url, over.signal, pace)).toBe(false),
  );
  const later = new AbortController();
  setTimeout(() => later.abort(), 100);
  expect(await becomesSilent('http://127.0.0.1:1/', later.signal, pace)).toBe(false);
});
