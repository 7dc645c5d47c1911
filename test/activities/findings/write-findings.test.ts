/** Files as findings: each is on the platform once, however many jobs name it, and however often they are written. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { assignFindings } from '../../../activities/findings/assign-findings.ts';
import { readFindings } from '../../../activities/findings/read-findings.ts';
import { writeFindings } from '../../../activities/findings/write-findings.ts';
import { layout, openStore, type Store } from '../../../src/store/index.ts';

let root = '';
let store: Store;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-findings-'));
  store = await openStore(root);
  const folder = store.study('beam-1');
  await folder.write(layout.platformJob(1), { jobId: 'a' });
  await folder.write(layout.platformJob(2), { jobId: 'b' });
  await folder.sink(layout.resultsTable)([Buffer.from('run,y\n1,2\n')]);
  await folder.write(layout.findings, [
    { name: 'Mean', valueType: 'number', value: 2 },
    { name: 'Nothing', valueType: 'number', reason: 'no finite value over 0 accepted runs' },
    { name: 'Table', valueType: 'file', value: 'results.csv' },
    { name: 'Tables', valueType: 'file', value: ['results.csv'] },
  ]);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
const target = (jobId: string) => ({ studyId: 'beam-1', jobId });

/** A platform that keeps fields by job, and contents of files by the ids that it gives them. */
function pretendPlatform(has: Readonly<Record<string, object>> = {}) {
  const fields: Record<string, Record<string, unknown>> = {};
  const contents: string[] = [];
  const assigned: unknown[] = [];
  const platform = {
    customFields: {
      write: (jobId: string, values: Record<string, unknown>) => {
        fields[jobId] = values;
        return Promise.resolve({});
      },
      values: (jobId: string) =>
        Promise.resolve({
          ...has,
          ...Object.fromEntries(
            Object.entries(fields[jobId] ?? {}).map(([name, value]) => [name, { value }]),
          ),
        }),
      assigned: (_: string, { Findings }: { Findings: unknown[] }) => {
        assigned.push(...Findings);
        return Promise.resolve({});
      },
    },
    files: {
      upload: ({ path }: { path: string }) =>
        Promise.resolve({ id: `file-${contents.push(readFileSync(path, 'utf8'))}` }),
    },
  };
  const findings = [
    { name: 'Mean', valueType: 'number', value: 'mean(y)' },
    { name: 'Nothing', valueType: 'number', value: 'mean(y)', where: 'y > 9' },
    { name: 'Table', valueType: 'file', value: 'results.csv' },
    { name: 'Tables', valueType: 'file', value: ['results.csv'] },
  ];
  const dependencies = {
    store,
    platform,
    studyCache: { get: () => Promise.resolve({ study: { findings } }) },
    failpoint: () => Promise.resolve(),
  } as unknown as ActivityDependencies;
  return { dependencies, fields, contents, assigned };
}

it('sends a table once for all jobs, and says its id in their fields', async () => {
  const { dependencies, fields, contents } = pretendPlatform();
  await Promise.all(['a', 'b'].map((id) => writeFindings(dependencies, target(id), run)));
  await writeFindings(dependencies, target('a'), run);
  expect(contents).toEqual(['run,y\n1,2\n']);
  const expected = { Mean: 2, Table: 'file-1', Tables: ['file-1'] };
  expect(fields).toEqual({ a: expected, b: expected });
  await readFindings(dependencies, target('a'), run);
  expect(await store.study('beam-1').read(layout.verifiedFindings('a'))).toEqual({
    ...{ jobId: 'a', verified: 3, files: { Table: 'file-1', Tables: ['file-1'] } },
  });
});

it('sends a table that has changed once more', async () => {
  const { dependencies, fields, contents } = pretendPlatform();
  await writeFindings(dependencies, target('a'), run);
  await store.study('beam-1').sink(layout.resultsTable)([Buffer.from('run,y\n1,3\n')]);
  await writeFindings(dependencies, target('a'), run);
  expect(contents).toHaveLength(2);
  expect(fields['a']?.['Table']).toBe('file-2');
});

it('assigns what has a value and the workspace doesn’t give every job', async () => {
  const { dependencies, assigned } = pretendPlatform({ Mean: { value: null } });
  await assignFindings(dependencies, target('a'), run);
  expect(assigned).toMatchObject([
    { name: 'Table', valueType: 'file', isMultiple: false },
    { name: 'Tables', valueType: 'file', isMultiple: true },
  ]);
});
