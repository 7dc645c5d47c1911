import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createPriceReader } from '../../../src/cli/studies/read-cost.ts';

async function priced(answer: (path: string) => unknown) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    asked.push(path);
    const body = answer(path);
    response.writeHead(body === undefined ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const platform = { baseUrl: `http://127.0.0.1:${port}/`, token: 'a-token-of-a-test' };
  return { asked, server, priceOf: createPriceReader({ platform }) };
}

const coreTypes = [{ code: 'emerald', price: 0.5, lowPriorityPrice: 0.2 }];

it('asks the platform for its prices once, however many studies are listed', async () => {
  const { asked, server, priceOf } = await priced((path) =>
    path.includes('coretypes') ? { count: 1, next: null, previous: null, results: coreTypes } : [],
  );
  try {
    const prices = await Promise.all(
      ['emerald', 'emerald', 'onyx', undefined].map((coreType) => priceOf({ coreType })),
    );
    expect(prices).toEqual([{ amount: 0.5, currency: null }, prices[0], undefined, undefined]);
    // Work that waits for cheap hardware has a price of its own.
    expect(await priceOf({ coreType: 'emerald', isLowPriority: true })).toMatchObject({
      amount: 0.2,
    });
    expect(asked.filter((path) => path.includes('coretypes'))).toHaveLength(1);
  } finally {
    server.close();
  }
});
