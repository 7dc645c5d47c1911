import { describe, expect, it } from 'vitest';
import type { ServerResponse } from 'node:http';
import { isNotServed, NotFoundError, type PlatformClient } from '../../src/platform-api/index.ts';
import { endpoints, samplePath } from './endpoints.ts';
import { connect, json, rejection, startServer } from './scripted-server.ts';

describe('the client', () => {
  it.each(endpoints)('speaks $method $path by $client', async (endpoint) => {
    const server = await startServer((_, response) => {
      if (endpoint.answer === undefined) response.writeHead(204).end();
      else json(response, endpoint.answer);
    });
    await endpoint.call(connect(server));
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({ method: endpoint.method, url: samplePath(endpoint) });
    expect(server.seen[0]?.url.split('?')[0]).toMatch(/\/$/);
    if (endpoint.body === undefined) return;
    expect(server.seen[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual(endpoint.body);
  });
});

describe('an endpoint beyond the document', () => {
  const documented = endpoints.filter(({ source }) => source === 'document');
  const optional = endpoints.filter(({ source }) => source === 'field');
  const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
  const isDocumented = (method: string, url: string) =>
    documented.find((e) => (e.method === method || method === 'HEAD') && pattern(e.path).test(url));

  it.each(
    optional.flatMap((e) => [401, 403, 404, 405, 410, 501].map((s) => [e.client, s, e] as const)),
  )('is a value and not an error where it isn’t served (%s, %d)', async (_, status, endpoint) => {
    const server = await startServer(({ method, url }, response) => {
      const known = isDocumented(method, url);
      if (known === undefined) json(response, { detail: 'No.' }, status);
      else json(response, method === 'HEAD' ? {} : known.answer);
    });
    const client = connect(server);
    if (endpoint.client === 'jobs.runs') expect(await client.jobs.runs('J')).toBeUndefined();
    else if (endpoint.client === 'jobs.runFiles')
      expect(await client.jobs.runFiles('J', '1')).toBeUndefined();
    else if (endpoint.client === 'files.list')
      expect(isNotServed(await client.files.list())).toBe(true);
    else if (endpoint.client === 'clusters.list')
      expect(isNotServed(await client.clusters.list())).toBe(true);
    else expect(isNotServed(await endpoint.call(client))).toBe(true);
  });

  it.each([
    ['500', (response: ServerResponse) => json(response, { detail: 'Oops.' }, 500)],
    ['a web page', (response: ServerResponse) => void response.end('<html>Sign in</html>')],
    ['403', (response: ServerResponse) => json(response, { detail: 'No right.' }, 403)],
  ])(
    'that answers %s is gone without, told, and not asked again for a while',
    async (_, answer) => {
      const server = await startServer(({ url }, response) => {
        if (url.includes('/runs/')) answer(response);
        else json(response, { id: 'J', name: 'beam' });
      });
      const client = connect(server);
      expect(await client.jobs.runs('J')).toBeUndefined();
      expect(client.remarks()).toHaveLength(1);
      expect(client.remarks()[0]).toMatch(/without GET \/api\/v2\/jobs\/\{job_id\}\/runs\/: /);
      const asked = server.seen.length;
      expect(asked).toBeLessThanOrEqual(4);
      expect(await client.jobs.runs('K')).toBeUndefined();
      expect(server.seen).toHaveLength(asked);
    },
  );

  it.each([
    [401, 'API_AUTHENTICATION'],
    [503, 'API_SERVER'],
  ])('is an error where documented endpoints answer %d as well', async (status, code) => {
    const server = await startServer((_, response) => json(response, { detail: 'No.' }, status));
    for (const work of [
      (client: PlatformClient) => client.jobs.runs('J'),
      (client: PlatformClient) => client.user.me(),
      (client: PlatformClient) => client.clusters.list(),
    ]) {
      const client = connect(server);
      expect(await rejection(work(client))).toMatchObject({ code });
      expect(client.remarks()).toEqual([]);
    }
  });

  it.each([
    'jobs.runs',
    'files.get',
    'files.delete',
    'clusters.get',
    'clusters.shutdown',
    'customFields.write',
  ])('is an error where the object itself isn’t there (%s)', async (name) => {
    const server = await startServer((_, response) =>
      json(response, { detail: 'Not found.' }, 404),
    );
    const endpoint = endpoints.find((e) => e.client === name);
    expect(await rejection(endpoint?.call(connect(server)) ?? Promise.resolve())).toBeInstanceOf(
      NotFoundError,
    );
  });
});
