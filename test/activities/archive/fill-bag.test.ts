/** What goes into a bag, and from where: from an earlier try, an earlier version, or the platform. */
import { describe, expect, it } from 'vitest';
import { fillBag, type BagFilling } from '../../../activities/archive/fill-bag.ts';
import type { Bag, BagFile } from '../../../src/archive/index.ts';
import { NotFoundError, type PlatformFile } from '../../../src/platform-api/index.ts';

const missing = new NotFoundError('Not found.', { method: 'GET', path: '/x/' });
const stored = (path: string, content: string): BagFile =>
  ({
    path,
    bytes: content.length,
    md5: `m-${content}`,
    sha256: `s-${content}`,
  }) as unknown as BagFile;

const file = (id: string, more: object = {}): PlatformFile =>
  ({
    ...{ id, name: `${id}.txt`, path: `jobs/j/run1/${id}.txt`, relativePath: `${id}.txt` },
    ...{ typeId: 5, decryptedSize: 3, md5: 'AB', downloadUrl: 'http://platform/x' },
    ...more,
  }) as unknown as PlatformFile;

interface Given {
  readonly outputs: readonly PlatformFile[];
  readonly inputs?: readonly PlatformFile[];
  readonly isBegun?: boolean;
  /** What an earlier try left in the bag, by path; and what an earlier version has. */
  readonly left?: readonly string[];
  readonly earlier?: Readonly<Record<string, string>>;
  readonly gone?: readonly string[];
  readonly runs?: unknown;
}

async function fill({
  outputs,
  inputs = [],
  isBegun = false,
  left = [],
  earlier,
  gone = [],
  runs,
}: Given) {
  const written: Record<string, string> = {};
  const asked: unknown[] = [];
  const fetched: [string, readonly string[]][] = [];
  const textOf = (pieces: unknown): string =>
    Array.isArray(pieces) ? pieces.join('') : String(pieces);
  const bag = {
    put: (path: string, pieces: unknown) => {
      if (pieces instanceof Error) return Promise.reject(pieces);
      written[path] = textOf(pieces);
      return Promise.resolve(stored(path, written[path]));
    },
    kept: (path: string, facts: object) => {
      asked.push([path, facts]);
      return Promise.resolve(left.includes(path) ? stored(path, 'old') : undefined);
    },
  } as unknown as Bag;
  const before = {
    kept: (path: string) => {
      const content = earlier?.[path];
      return Promise.resolve(content === undefined ? undefined : stored(path, content));
    },
    read: (path: string) =>
      Promise.resolve([`${earlier?.[path] ?? ''}${path.includes('rot') ? '!' : ''}`]),
  } as unknown as Bag;
  let bytes = 0;
  const job = {
    id: 'j',
    ...{ paramFile: null, caseFile: null },
    jobanalyses: [{ inputFiles: inputs, templateTasks: [] }],
  };
  const files = await fillBag({
    platform: {
      files: { stream: ({ id }: PlatformFile) => (gone.includes(id) ? missing : `new ${id}`) },
      jobs: {
        extendedLogs: () => Promise.resolve({ log: 'x' }),
        runs: () => Promise.resolve(runs),
      },
    },
    calls: {
      job: () => Promise.resolve(job),
      about: (_: string, id: string, read: (id: string) => unknown) => read(id),
      unlessSurelyGone: (ask: () => unknown) => ask(),
      file: (
        _: string,
        { id }: PlatformFile,
        others: readonly PlatformFile[],
        read: () => unknown,
      ) => {
        fetched.push([id, others.map((one) => one.id)]);
        return read();
      },
    },
    seen: {
      job,
      files: outputs,
      notes: ['b is not served'],
      evidence: { statuses: ['s'], clusterStatuses: null, customFields: { f: 1 } },
    },
    ...{ signal: new AbortController().signal, fingerprint: 'print', bag, isBegun },
    earlier: earlier === undefined ? undefined : before,
    onBytes: (more: number) => (bytes += more),
  } as unknown as BagFilling);
  return {
    files,
    written,
    asked,
    fetched,
    bytes,
    list: JSON.parse(written['files.json'] ?? '') as object,
  };
}

const path = (id: string): string => `outputs/run1/${id}.txt`;

describe('a bag', () => {
  it('has the platform’s files and eight documents, and their list has the fingerprint', async () => {
    const { files, written, list, bytes, fetched } = await fill({
      outputs: [file('a'), file('b')],
    });
    expect(files).toHaveLength(2 + 8);
    expect(list).toMatchObject({
      fingerprint: 'print',
      files: [
        {
          ...{ path: path('a'), role: 'output', run: 1, id: 'a', name: 'a.txt', typeId: 5 },
          ...{
            bytes: 5,
            md5: 'm-new a',
            sha256: 's-new a',
            platformMd5: 'AB',
            relativePath: 'a.txt',
          },
        },
        { path: path('b') },
      ],
    });
    expect([bytes, fetched]).toEqual([
      10,
      [
        ['a', ['b']],
        ['b', ['a']],
      ],
    ]);
    expect(JSON.parse(written['extended-logs.json'] ?? '')).toEqual({ log: 'x' });
    expect(JSON.parse(written['statuses.json'] ?? '')).toEqual(['s']);
    expect(JSON.parse(written['custom-fields.json'] ?? '')).toEqual({ f: 1 });
    expect(JSON.parse(written['cluster-statuses.json'] ?? '')).toBeNull();
  });

  it('has each file under a name of its own below it, good on every file system', async () => {
    const named = (id: string, relativePath: string) => file(id, { relativePath });
    const outputs = [
      ...[named('a', '../../x'), named('b', 'CON'), named('c', 'a:b')],
      ...[named('d', 'Log.txt'), named('e', 'log.txt'), named('f', 'log.txt')],
    ];
    const { list } = await fill({ outputs });
    const { files } = list as { files: readonly { path: string; relativePath: string }[] };
    expect(files.map(({ path }) => path.slice('outputs/run1/'.length)).sort()).toEqual([
      'a~3ab',
      'log.txt',
      'log.txt f',
      '~2e~2e/~2e~2e/x',
      '~43ON',
      '~4cog.txt',
    ]);
    expect(files.map(({ relativePath }) => relativePath)).toContain('../../x');
  });

  it('names no address of today’s platform', async () => {
    const { written } = await fill({ outputs: [], inputs: [file('in')] });
    expect(written['job.json']).toContain('"in.txt"');
    expect(written['job.json']).not.toContain('http://platform');
  });

  it('says in its notes, in their order, what isn’t served: runs once', async () => {
    const { written } = await fill({ outputs: [] });
    expect(JSON.parse(written['notes.json'] ?? '')).toEqual([
      'The platform doesn’t serve runs',
      'b is not served',
    ]);
    const rows = (async function* () {
      yield await Promise.resolve({ id: '1' });
    })();
    const served = await fill({ outputs: [], runs: rows });
    expect(JSON.parse(served.written['notes.json'] ?? '')).toEqual(['b is not served']);
    expect(JSON.parse(served.written['runs.json'] ?? '')).toEqual([{ id: '1' }]);
  });

  it('keeps what an earlier try left whole, by the platform’s size and hash, and only where there was one', async () => {
    const outputs = [file('a'), file('b')];
    const { fetched, asked } = await fill({ outputs, isBegun: true, left: [path('a')] });
    expect(fetched.map(([id]) => id)).toEqual(['b']);
    expect(asked[0]).toEqual([path('a'), { bytes: 3, md5: 'ab' }]);
    const first = await fill({ outputs, left: [path('a')] });
    expect([first.fetched.length, first.asked]).toEqual([2, []]);
  });

  it('takes no half file for a whole one where the platform tells no hash or size', async () => {
    const unknown = [{ md5: null }, { md5: '' }, { md5: undefined }, { decryptedSize: null }];
    for (const more of unknown) {
      const { fetched } = await fill({
        outputs: [file('a', more)],
        isBegun: true,
        left: [path('a')],
      });
      expect(fetched).toHaveLength(1);
    }
  });

  it('takes equal files from the version before, and what is rotten there from the platform', async () => {
    const outputs = [file('a'), file('rot'), file('new')];
    const earlier = { [path('a')]: 'old', [path('rot')]: 'old' };
    const { fetched, written } = await fill({ outputs, earlier });
    expect(fetched.map(([id]) => id).sort()).toEqual(['new', 'rot']);
    expect([written[path('a')], written[path('rot')]]).toEqual(['old', 'new rot']);
  });

  it('goes without an input that is gone, and not without an output', async () => {
    const { written, list } = await fill({ outputs: [], inputs: [file('in')], gone: ['in'] });
    expect(list).toMatchObject({ files: [] });
    expect(written['notes.json']).toContain(
      'The input file in.txt (in) isn’t on the platform any more',
    );
    await expect(fill({ outputs: [file('out')], gone: ['out'] })).rejects.toMatchObject({
      ...{
        outcome: 'failed',
        message: `The output file ${path('out')} is listed, but isn’t there`,
      },
    });
  });
});
