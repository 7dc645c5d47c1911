import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sharedWords } from '../../../src/cli/studies/clusters-left.ts';
import { sharersOf } from '../../../src/cli/studies/sharers-of.ts';
import type { StoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { layout, openStore } from '../../../src/store/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-sharers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a cluster that a damaged study may share is said to be kept for it', () => {
  expect(sharedWords({ sharedWith: [], damaged: [] })).toBeUndefined();
  expect(sharedWords({ sharedWith: ['a-1'], damaged: [] })).toMatch(/^kept for study a-1, which/u);
  expect(sharedWords({ sharedWith: ['a-1', 'b-1'], damaged: ['b-1'] })).toMatch(
    /^kept for a-1, b-1, .*records are damaged \(b-1\), perhaps sharing it/u,
  );
});

it('a study whose records are damaged may share any cluster until it has ended', async () => {
  const store = await openStore(folder);
  const damaged = 'bridge-20260101-000000';
  await store.study(damaged).sink(layout.snapshot)(['{"a":']);
  const asked = { studyId: 'beam-20260101-000000' } as StoredStudy;
  const sharers = () => sharersOf(store, undefined, asked, 'beams');
  expect(await sharers()).toEqual({ studyIds: [damaged], damaged: [damaged], held: undefined });
  await store.study(damaged).sink(layout.status)(['{}']);
  expect(await sharers()).toEqual({ studyIds: [], damaged: [], held: undefined });
});
