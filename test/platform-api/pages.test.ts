import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect } from '../../src/platform-api/index.ts';
import type { PlatformLogEvent } from '../../src/platform-api/index.ts';
import { connect, json, startServer } from './scripted-server.ts';

/** A page of rows the way the platform cuts it. */
function cut(rows: readonly string[], url: string, cap = 1000) {
  const query = new URL(url, 'http://x').searchParams;
  const size = Math.min(Number(query.get('page_size')), cap);
  const page = Number(query.get('page'));
  const results = rows.slice((page - 1) * size, page * size).map((code) => ({ code }));
  const next = page * size < rows.length ? 'http://elsewhere.invalid/?page=9' : null;
  return { count: rows.length, next, previous: null, results };
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const codes = async (rows: AsyncIterable<{ readonly code: string }>) =>
  (await collect(rows)).map(({ code }) => code);

describe('a list', () => {
  it('asks for pages by number with the same size on each', async () => {
    const server = await startServer(({ url }, response) => json(response, cut(letters, url)));
    expect(await codes(connect(server).coreTypes.list({ pageSize: 10 }))).toEqual(letters);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v2/coretypes/?page=1&page_size=10',
      '/api/v2/coretypes/?page=2&page_size=10',
      '/api/v2/coretypes/?page=3&page_size=10',
    ]);
  });

  it('is whole when the platform caps the size', async () => {
    const server = await startServer(({ url }, response) => json(response, cut(letters, url, 7)));
    expect(await codes(connect(server).coreTypes.list({ pageSize: 100 }))).toEqual(letters);
  });

  it('ends when later pages are gone', async () => {
    let rows = letters;
    const server = await startServer(({ url }, response) => {
      const page = cut(rows, url);
      if (page.results.length === 0) json(response, { detail: 'Invalid page.' }, 404);
      else json(response, page);
      rows = letters.slice(0, 5);
    });
    const got = await codes(connect(server).coreTypes.list({ pageSize: 10 }));
    expect(new Set(got).size).toBe(got.length);
    expect(got).toEqual(letters.slice(0, 10));
  });

  it('isn’t asked for at all until it is read, and no further than it is read', async () => {
    const server = await startServer(({ url }, response) => json(response, cut(letters, url)));
    const rows = connect(server).coreTypes.list({ pageSize: 2 });
    expect(server.seen).toHaveLength(0);
    for await (const { code } of rows) if (code === 'a') break;
    expect(server.seen).toHaveLength(1);
  });

  it('says so when the platform has fewer rows than it counts', async () => {
    const server = await startServer((_, response) =>
      json(response, {
        count: 26,
        next: null,
        results: letters.slice(0, 5).map((code) => ({ code })),
      }),
    );
    const events: PlatformLogEvent[] = [];
    const client = connect(server, { log: (event) => events.push(event) });
    expect(await codes(client.coreTypes.list({ pageSize: 5 }))).toHaveLength(5);
    expect(events.filter(({ event }) => event === 'count-differs')).toHaveLength(1);
    expect(server.seen.length).toBeLessThan(10);
  });

  it('of output files is what its pages hold where `count` stays too large, and that is remarked', async () => {
    const server = await startServer(({ url }, response) => {
      if (url.includes('page=1&')) {
        json(response, { count: 3, next: '?', results: [{ id: 'f1', name: 'a' }] });
      } else json(response, { count: 3, next: null, results: [] });
    });
    const client = connect(server);
    expect(await collect(client.jobs.files('j'))).toHaveLength(1);
    expect(server.seen).toHaveLength(8);
    expect(client.remarks()).toEqual([
      'The list GET /api/v2/jobs/…/files/ says that it has more rows than its pages hold; what they hold is used',
    ]);
    // Known by then: it isn't waited for as long again.
    expect(await collect(client.jobs.files('k'))).toHaveLength(1);
    expect(server.seen).toHaveLength(12);
    expect(client.remarks()).toHaveLength(1);
  });

  it('ends where its pages begin again and all rows that it counts are there', async () => {
    const server = await startServer(({ url }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page'));
      const code = page % 2 === 1 ? 'odd' : 'even';
      json(response, { count: 2, next: '?', results: [{ code }] });
    });
    expect(await codes(connect(server).coreTypes.list())).toEqual(['odd', 'even']);
    expect(server.seen).toHaveLength(6);
  });

  it('of output files is whole when some come late', async () => {
    let calls = 0;
    const server = await startServer((_, response) => {
      calls += 1;
      const ids = calls === 1 ? ['f1'] : ['f1', 'f2'];
      json(response, { count: 2, next: null, results: ids.map((id) => ({ id, name: id })) });
    });
    expect(await collect(connect(server).jobs.files('j'))).toHaveLength(2);
  });

  it('gives each row that stays exactly once, however others come and go between pages', async () => {
    // Between any two pages one row may leave or one may come in front; those named `keep` always stay.
    const scenario = fc.record({
      start: fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
      moves: fc.array(fc.constantFrom('none', 'insert', 'remove'), { maxLength: 6 }),
      pageSize: fc.integer({ min: 2, max: 9 }),
    });
    const state = { rows: [] as string[], moves: [] as string[], number: 0 };
    const server = await startServer(({ url }, response) => {
      json(response, cut(state.rows, url));
      const move = state.moves.shift();
      if (move === 'insert') state.rows.unshift(`new-${(state.number += 1)}`);
      if (move === 'remove') {
        const at = state.rows.findIndex((row) => row.startsWith('go'));
        if (at >= 0) state.rows.splice(at, 1);
      }
    });
    const client = connect(server);
    await fc.assert(
      fc.asyncProperty(scenario, async ({ start, moves, pageSize }) => {
        state.rows = start.map((keep, i) => `${keep ? 'keep' : 'go'}-${i}`);
        state.moves = [...moves];
        const kept = state.rows.filter((row) => row.startsWith('keep'));
        const got = await codes(client.coreTypes.list({ pageSize }));
        expect(new Set(got).size).toBe(got.length);
        expect(got.filter((row) => row.startsWith('keep')).sort()).toEqual(kept.sort());
      }),
      { seed: 20261121, numRuns: 150 },
    );
  });
});
