/** The platform's copies of files whose own names can't be used in the store: they are kept, and compared, by their ids. */
import { expect, it } from 'vitest';
import { createAskPlatform } from '../../src/audit/ask-platform.ts';
import { auditPlatformFiles } from '../../src/audit/audit-platform-files.ts';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { clientOf, md5Of, type ShownFile } from './shown-platform.ts';

const good = 'good';
const names = ['out.txt', 'a\nb.txt', 'd\nir/f'];
const kept = ['out.txt', 'unnamed/J1-1', 'unnamed/J1-2'];

async function audit(
  isDeep: boolean,
  harm: (files: ShownFile[]) => void,
  { collect = ['*.txt', '**/f'], outcome = {} }: { collect?: string[]; outcome?: object } = {},
): Promise<string[]> {
  const files = names.map((path): ShownFile => ({
    ...{ run: 1, path, content: good, md5: md5Of(good) },
  }));
  harm(files);
  const shown = { id: 'J1', name: 'job', expectedRuns: 1, statuses: [], runs: [], fields: {} };
  const book = new AuditBook();
  const client = clientOf({ jobs: [{ ...shown, files }], clusters: [], ledger: [] });
  const { signal } = new AbortController();
  await auditPlatformFiles(
    client,
    {
      ...{ jobId: 'J1', subject: 'job 1', collect },
      outcomes: [
        {
          ...{ run: 1, attempt: 1, jobNumber: 1, platformRun: 1, status: 'Done', values: {} },
          files: Object.fromEntries(kept.map((name) => [name, md5Of(good)])),
          ...outcome,
        },
      ],
    },
    isDeep,
    { book, ask: createAskPlatform(client, book, signal), signal },
  );
  const { faults, notes } = book.close(true, true);
  return [...faults.map(({ kind, subject }) => `${kind} ${subject}`), ...notes];
}

const words = String.raw`run 1, attempt 1: unnamed/J1-1 ("a\nb.txt" on the platform)`;

it.each([false, true])('nothing is told of whole ones (--deep: %s)', async (isDeep) => {
  expect(await audit(isDeep, () => undefined)).toEqual([]);
});

it('one that was changed, emptied or is no longer listed is told', async () => {
  const change = (part: object) => (files: ShownFile[]) => void Object.assign(files[1] ?? {}, part);
  expect(await audit(false, change({ md5: md5Of('x') }))).toEqual([`changed ${words}`]);
  expect(await audit(true, change({ content: 'x' }))).toEqual([`changed ${words}`]);
  expect(await audit(true, change({ content: undefined }))).toEqual([`missing ${words}`]);
  expect(await audit(true, (files) => void files.pop())).toEqual([
    'missing run 1, attempt 1: unnamed/J1-2',
  ]);
});

it('one that was asked for and that no record has as collected is noted', async () => {
  const more =
    (...paths: readonly string[]) =>
    (files: ShownFile[]) => {
      for (const path of paths) files.push({ run: 1, path, content: good, md5: md5Of(good) });
    };
  expect(await audit(false, more('more.txt', 'mesh.bin'))).toEqual([
    expect.stringMatching(
      /^job 1 lists 1 file that `collect` names .*\(run 1, attempt 1: more\.txt\)/u,
    ),
  ]);
  expect(await audit(false, more('more.txt'), { collect: [] })).toEqual([]);
  for (const outcome of [{ status: 'Failed' }, { uncollected: ['*.txt'] }, { files: undefined }]) {
    expect(await audit(false, more('more.txt'), { outcome })).toEqual([]);
  }
});
