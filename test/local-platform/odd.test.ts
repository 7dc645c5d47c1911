import { describe, expect, it } from 'vitest';
import { createDraws } from '../../src/local-platform/odd/draws.ts';
import { oddPage, type Page, type ShownLists } from '../../src/local-platform/odd/odd-pages.ts';
import { oddRecord } from '../../src/local-platform/odd/odd-records.ts';
import { oddStatuses } from '../../src/local-platform/odd/odd-statuses.ts';
import {
  collect,
  createPlatformClient,
  isNotServed,
  ServerError,
  type PlatformFile,
} from '../../src/platform-api/index.ts';
import { startLocalPlatform } from '../contract/start-local-platform.ts';

const pageOf = (...results: readonly unknown[]): Page => ({ count: 9, next: null, results });

describe('an odd platform', () => {
  it('draws the same for the same seed, and each kind by itself', () => {
    const [one, other, third] = [createDraws(3), createDraws(3), createDraws(4)];
    const draw = (draws: typeof one): readonly boolean[] =>
      Array.from({ length: 40 }, () => draws.below('a', 0.5));
    const first = draw(one);
    other.below('b', 0.5);
    expect(draw(other)).toEqual(first);
    expect(draw(third)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([true, false]));
  });

  it('leaves what a study needs of a record as it is, and every date at its instant', () => {
    const record = {
      id: 'x1',
      name: 'out.txt',
      relativePath: 'a/out.txt',
      decryptedSize: 7,
      owner: 'ann@example.com',
      dateUploaded: '2026-11-27T10:00:00.123Z',
      variables: [{ name: 'x', displayValue: '1' }],
      dateStarted: '2026-11-27T23:59:59.999Z',
    };
    const draws = createDraws(5);
    const seen = Array.from(
      { length: 200 },
      (_, index) => oddRecord(record, `/jobs/${index}/`, draws) as Record<string, unknown>,
    );
    for (const odd of seen) {
      expect(odd).toMatchObject({ id: 'x1', name: 'out.txt', relativePath: 'a/out.txt' });
      expect(odd['decryptedSize']).toBe(7);
      expect(Math.trunc(Date.parse(odd['dateStarted'] as string))).toBe(
        Date.parse(record.dateStarted),
      );
    }
    expect(new Set(seen.map((odd) => odd['dateStarted'])).size).toBe(4);
    expect(seen.some((odd) => odd['owner'] === null)).toBe(true);
    expect(seen.some((odd) => !('owner' in odd))).toBe(true);
    expect(seen.some((odd) => 'x_undocumented' in odd)).toBe(true);
  });

  const nothingShown = (): ShownLists => ({ lastRows: new Map(), counts: new Map() });

  it('pushes rows onto the next page and pulls them away, and counts wrongly', () => {
    const draws = createDraws(6);
    const pages = Array.from({ length: 200 }, () => {
      const shown = nothingShown();
      oddPage(pageOf(1, 2), { list: '/l', page: 1 }, shown, draws);
      return oddPage(pageOf(3, 4), { list: '/l', page: 2 }, shown, draws);
    });
    const shapes = new Set(pages.map(({ results }) => JSON.stringify(results)));
    expect([...shapes].filter((shape) => /^\[(?:2,3|3,4|4)\]$/u.test(shape))).toHaveLength(3);
    expect(new Set(pages.map(({ count }) => count)).size).toBeGreaterThan(1);
  });

  it.each([
    ['/api/v2/jobs/?page_size=10', [2, 3]],
    ['/api/v2/jobs/j1/runs/?page_size=10', [1, 2]],
    ['/api/v2/jobs/j1/files/', [1, 2]],
    ['/api/v2/coretypes/', undefined],
  ] as const)('shows the newest row of %s a look late, and then for good', (list, late) => {
    const draws = createDraws(8);
    const now = new Date().toISOString();
    const page = pageOf(...[1, 2, 3].map((id) => ({ id, dateUploaded: now })));
    const seen = Array.from({ length: 100 }, () => {
      const shown = nothingShown();
      const look = (): string =>
        JSON.stringify(
          oddPage(page, { list, page: 1 }, shown, draws).results.map(
            (row) => (row as { readonly id: number }).id,
          ),
        );
      return [look(), look(), look()] as const;
    });
    const firsts = new Set(seen.map(([first]) => first));
    expect(firsts).toEqual(
      new Set(['[1,2,3]', ...(late === undefined ? [] : [JSON.stringify(late)])]),
    );
    expect(new Set(seen.flatMap(([, ...later]) => later))).toEqual(new Set(['[1,2,3]']));
  });

  it('hides nothing that is older, also from who hasn’t looked before', () => {
    const draws = createDraws(8);
    const page = pageOf({ dateUploaded: '2026-01-01T00:00:00.000Z' });
    for (let look = 0; look < 100; look += 1) {
      const shown = oddPage(page, { list: '/api/v2/jobs/', page: 1 }, nothingShown(), draws);
      expect(shown.results).toHaveLength(1);
    }
  });

  it('gives no more rows than a page has, and loses none that it pushes on', () => {
    const draws = createDraws(9);
    for (let reading = 0; reading < 100; reading += 1) {
      const shown = nothingShown();
      const next = 'http://next';
      const pages = [
        { count: 6, next, results: [1, 2] },
        { count: 6, next, results: [3, 4] },
        { count: 6, next: null, results: reading % 2 === 0 ? [5] : [5, 6] },
      ].map((page, index) => oddPage(page, { list: '/l', page: index + 1 }, shown, draws).results);
      for (const rows of pages) expect(rows.length).toBeLessThanOrEqual(2);
      if (pages[1]?.[0] === 2) expect(pages.flat()).toEqual(expect.arrayContaining([3, 4]));
    }
  });

  it('never calls a job that costs or has ended by an unheard word', () => {
    const draws = createDraws(7);
    const words = Array.from({ length: 300 }, (_, id) =>
      oddStatuses(
        pageOf(
          { id, jobStatus: { content: 'Executing' } },
          { id, jobStatus: { content: 'Completed' } },
          { id, jobStatus: { content: 'Queued' } },
        ),
        draws,
      ).results.map(
        (row) => (row as { readonly jobStatus: { readonly content: string } }).jobStatus.content,
      ),
    );
    expect(new Set(words.map(([executing]) => executing))).toEqual(new Set(['Executing']));
    expect(new Set(words.map(([, completed]) => completed))).toEqual(new Set(['Completed']));
    expect(new Set(words.map(([, , queued]) => queued)).size).toBeGreaterThan(1);
  });

  it('is read by our client to the same rows, files and bytes as one that is not odd', async () => {
    const platform = await startLocalPlatform(['--odd', '11']);
    try {
      const client = createPlatformClient({ baseUrl: platform.baseUrl, token: platform.token });
      const contents = Buffer.from('y = 1\n'.repeat(5000));
      const upload = async (index: number): Promise<PlatformFile> => {
        for (;;) {
          try {
            return await client.files.uploadBytes(contents, { name: `file-${index}.txt` });
          } catch (error) {
            // Such an answer says nothing of whether the file is there: whoever uploads sends it again.
            if (!(error instanceof ServerError)) throw error;
          }
        }
      };
      const uploaded: PlatformFile[] = [];
      for (let index = 0; index < 45; index += 1) uploaded.push(await upload(index));
      const listed = await client.files.list({ pageSize: 4 });
      if (isNotServed(listed)) throw new Error('Expected a list of files');
      const seen = new Set((await collect(listed)).map(({ id }) => id));
      expect(uploaded.filter(({ id }) => !seen.has(id))).toEqual([]);
      for (const file of uploaded) {
        expect(await client.files.read(file, { maxBytes: 1e6 })).toEqual(contents);
      }
    } finally {
      await platform.stop();
    }
  }, 60_000);
});
