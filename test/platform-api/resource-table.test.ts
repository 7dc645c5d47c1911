import { expect, it } from 'vitest';
import {
  collect,
  isNotServed,
  readResourceTable,
  tableResources,
} from '../../src/platform-api/index.ts';
import type { ResourceTable, TableOptions, TableResource } from '../../src/platform-api/index.ts';
import { endpoints } from './endpoints.ts';
import { connect, json, startServer } from './scripted-server.ts';

/** A platform that answers each address with its sample. */
async function startSamples(served: (path: string) => boolean = () => true) {
  return await startServer(({ method, url }, response) => {
    const path = url.split('?')[0] ?? '';
    const endpoint = endpoints.find(
      (e) =>
        e.method === method && new RegExp(`^${e.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    if (endpoint === undefined || !served(path)) json(response, { detail: 'Not found.' }, 404);
    else json(response, endpoint.answer);
  });
}

it.each([
  ['coretypes', {}, 'emerald'],
  ['analyses', {}, 'user_included'],
  ['jobs', {}, 'beam'],
  ['files', {}, 'out.csv'],
  ['files', { jobId: 'J' }, 'out.csv'],
  ['clusters', {}, 'beams'],
  ['custom-fields', {}, 'Mean stress'],
  ['custom-fields', { jobId: 'J' }, 'Mean stress'],
] as [TableResource, TableOptions, string][])(
  'the table of %s %j has a row with %s',
  async (resource, options, cell) => {
    const table = (await readResourceTable(
      connect(await startSamples()),
      resource,
      options,
    )) as ResourceTable;
    const rows = await collect(table.rows);
    expect(rows.every((row) => row.length === table.columns.length)).toBe(true);
    expect(rows.flat()).toContain(cell);
  },
);

it.each(['files', 'clusters', 'custom-fields'] as const)(
  'the table of %s says when it isn’t served',
  async (resource) => {
    const server = await startSamples(() => false);
    expect(tableResources).toContain(resource);
    expect(isNotServed(await readResourceTable(connect(server), resource))).toBe(true);
  },
);
