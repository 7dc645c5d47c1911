import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { doneBefore } from '../../../src/cli/studies/done-before.ts';
import { layout, openStore } from '../../../src/store/index.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-before-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('tells before a changed study runs all of its runs again how many are done, and that those which failed can run alone', async () => {
  const store = await openStore(root);
  const source = '/studies/beam/study.yaml';
  const folder = store.study('beam-20260501-120000');
  await folder.write(layout.snapshot, {
    ...{ formatVersion: 1, studyId: 'beam-20260501-120000', studyName: 'beam', planHash: 'p' },
    ...{ createdAt: '2026-05-01T12:00:00Z', engineVersion: '0', files: [], source },
    studyFile: { name: 'study.yaml', sha256: '0'.repeat(64) },
  });
  const now = { study: {} as never, files: [] };
  const wanted = { name: 'beam', source, runs: 6, now };
  // Still open, as far as the store knows.
  expect(await doneBefore(store, wanted)).toBeUndefined();
  const end = async (done: number, failed: number): Promise<void> => {
    await folder.write(layout.status, {
      ...{ studyId: 'beam-20260501-120000', studyName: 'beam', planHash: 'p', state: 'Finished' },
      ...{ activity: '', jobs: [], failures: [], notes: [] },
      runs: { total: 6, submitted: 0, done, failed },
    });
  };
  await end(4, 2);
  expect(await doneBefore(store, wanted)).toMatch(
    /^Study beam-20260501-120000 of the same file ended with 4 of 6 runs done and 2 failed\. .* doeflow retry beam-20260501-120000 --failed --with-changes$/u,
  );
  expect(await doneBefore(store, { ...wanted, source: '/another/study.yaml' })).toBeUndefined();
  expect(await doneBefore(store, { ...wanted, runs: 7 })).toBeUndefined();
  await end(6, 0);
  expect(await doneBefore(store, wanted)).toMatch(
    /6 of 6 runs done and 0 failed\. .* doeflow plan .*study\.yaml.* --diff beam-20260501-120000$/u,
  );
  await end(0, 6);
  expect(await doneBefore(store, wanted)).toBeUndefined();
});
