import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { readFindings } from '../../../activities/findings/read-findings.ts';
import { layout, openStore, type Store } from '../../../src/store/index.ts';

let root = '';
let store: Store;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-findings-'));
  store = await openStore(root);
  await store.study('beam-1').write(layout.platformJob(1), { jobId: 'abc' });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Reads a finding of this value back from a platform that shows these fields. */
async function read(
  fields: Readonly<Record<string, { readonly value: unknown }>>,
  value = 0.25,
): Promise<void> {
  const folder = store.study('beam-1');
  await folder.write(layout.findings, [{ name: 'Mean', valueType: 'number', value }]);
  const dependencies = {
    store,
    platform: { customFields: { values: () => Promise.resolve(fields) } },
    studyCache: { get: () => Promise.resolve({ study: { findings: [{ name: 'Mean' }] } }) },
  } as unknown as ActivityDependencies;
  const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
  return readFindings(dependencies, { studyId: 'beam-1', jobId: 'abc' }, run);
}

it.each([0.25, '0.25'])('believes what reads back as %j', async (value) => {
  await read({ Mean: { value } });
  expect(await store.study('beam-1').read(layout.verifiedFindings('abc'))).toEqual({
    ...{ jobId: 'abc', verified: 1 },
  });
});

it.each([{}, { Mean: { value: 0.5 } }, { Mean: { value: null } }])(
  'asks again where the platform shows %j, and keeps nothing as read back',
  async (fields) => {
    await expect(read(fields)).rejects.toMatchObject({
      type: 'FINDINGS_DIFFER',
      nonRetryable: false,
    });
    expect(await store.study('beam-1').has(layout.verifiedFindings('abc'))).toBe(false);
  },
);

it.each([null, '', ' '])('does not take %j for a finding of 0', async (value) => {
  await expect(read({ Mean: { value } }, 0)).rejects.toMatchObject({ type: 'FINDINGS_DIFFER' });
});
