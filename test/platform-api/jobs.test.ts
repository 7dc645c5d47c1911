import { describe, expect, it } from 'vitest';
import { collect } from '../../src/platform-api/index.ts';
import type { PlatformLogEvent } from '../../src/platform-api/index.ts';
import { newestFirst } from '../../src/platform-api/resources/status-history.ts';
import { connect, json, startServer } from './scripted-server.ts';

const row = (id: string, name: string, day: number, content = 'Completed') => ({
  id,
  name,
  dateInserted: `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`,
  jobStatus: { content, labelClass: 'x', useLabel: true },
});

describe('finding a job by its name', () => {
  const rows = [
    row('1', 'beam 7 aaaa bbbb', 3),
    row('2', 'beam 7 aaaa bbbb', 1),
    row('3', 'beam 7 aaaa bbbb copy', 2),
  ];

  it('searches one bare word, compares the whole name, and gives the oldest first', async () => {
    const server = await startServer((_, response) =>
      json(response, { count: 3, next: null, results: rows }),
    );
    const found = await connect(server).jobs.findByExactName('bbbb', 'beam 7 aaaa bbbb');
    expect(found.map(({ id }) => id)).toEqual(['2', '1']);
    expect(server.seen[0]?.url).toBe('/api/v2/jobs/?q=bbbb&page=1&page_size=100');
  });

  it('finds one that the search doesn’t show yet', async () => {
    const server = await startServer(({ url }, response) =>
      json(response, {
        next: null,
        ...(url.includes('q=') ? { count: 0, results: [] } : { count: 3, results: rows }),
      }),
    );
    const found = await connect(server).jobs.findByExactName('bbbb', 'beam 7 aaaa bbbb');
    expect(found.map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('looks at the last rows of a list that announces more than it has', async () => {
    const many = Array.from({ length: 23 }, (_, i) => row(`j${i + 1}`, `job ${i + 1}`, i + 1));
    const server = await startServer(({ url }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page'));
      const results = many.slice((page - 1) * 5, page * 5);
      if (results.length === 0) json(response, { detail: 'Invalid page.' }, 404);
      else json(response, { count: 90, next: '?', results });
    });
    const newest = await connect(server).jobs.listNewest({ pages: 1, pageSize: 5 });
    expect(newest.slice(0, 3).map(({ id }) => id)).toEqual(['j23', 'j22', 'j21']);
  });

  it.each(['newest', 'oldest'])(
    'looks at the right end of a list that begins with the %s',
    async (first) => {
      const many = Array.from({ length: 25 }, (_, i) => row(`j${i + 1}`, `job ${i + 1}`, i + 1));
      const served = first === 'newest' ? many.toReversed() : many;
      const server = await startServer(({ url }, response) => {
        const page = Number(new URL(url, 'http://x').searchParams.get('page'));
        const results = served.slice((page - 1) * 5, page * 5);
        json(response, { count: 25, next: page < 5 ? '?' : null, results });
      });
      const newest = await connect(server).jobs.listNewest({ pages: 2, pageSize: 5 });
      expect(newest.slice(0, 10).map(({ id }) => id)).toEqual(
        Array.from({ length: 10 }, (_, i) => `j${25 - i}`),
      );
      expect(server.seen.length).toBeLessThanOrEqual(3);
    },
  );
});

it('a status filter that the platform ignores is kept here, and told once', async () => {
  const server = await startServer((_, response) =>
    json(response, {
      count: 3,
      next: null,
      results: [row('1', 'a', 1, 'Executing'), row('2', 'b', 1), row('3', 'c', 1, 'EXECUTING')],
    }),
  );
  const events: PlatformLogEvent[] = [];
  const client = connect(server, { log: (event) => events.push(event) });
  const rows = await collect(client.jobs.list({ jobStatus: 'EXECUTING' }));
  expect(rows.map(({ id }) => id)).toEqual(['1', '3']);
  expect(events.filter(({ event }) => event === 'status-filter-ignored')).toHaveLength(1);
});

describe('a history', () => {
  const entry = (status: string, statusDate: string) => ({ status, statusDate });
  it('that comes oldest first is turned round', () => {
    const entries = [
      entry('Pending', '2026-11-21T10:00:00Z'),
      entry('Queued', '2026-11-21T03:00:01.5-07:00'),
      entry('Started', '2026-11-21T10:00:02.123456+00:00'),
    ];
    expect(newestFirst(entries).map(({ status }) => status)).toEqual([
      'Started',
      'Queued',
      'Pending',
    ]);
  });

  it('stays as given when newest first, when all dates are equal, and when a clock is skewed', () => {
    const days = (...given: number[]) =>
      given.map((day, i) => entry(`s${i}`, `2026-11-0${day}T00:00:00Z`));
    for (const entries of [days(3, 2, 1), days(1, 1, 1), days(2, 3, 1), [entry('x', '?')]]) {
      expect(newestFirst(entries)).toEqual(entries);
    }
  });
});
