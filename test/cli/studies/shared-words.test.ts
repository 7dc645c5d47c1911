import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sharedWords } from '../../../src/cli/studies/clusters-left.ts';
import { sharersOf } from '../../../src/cli/studies/sharers-of.ts';
import type { StoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { hasJobOn, layout, openStore } from '../../../src/store/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-sharers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a cluster that a damaged study may share is said to be kept for it', () => {
  const jobless: readonly string[] = [];
  expect(sharedWords({ sharedWith: [], damaged: [], jobless })).toBeUndefined();
  expect(sharedWords({ sharedWith: ['a-1'], damaged: [], jobless })).toMatch(
    /^kept for study a-1, which/u,
  );
  expect(sharedWords({ sharedWith: ['a-1', 'b-1'], damaged: ['b-1'], jobless })).toMatch(
    /^kept for a-1, b-1, .*records are damaged \(b-1\), perhaps sharing it/u,
  );
});

it('is not said to be kept for a study of which no job was on it', async () => {
  const store = await openStore(folder);
  await store.study('a-1').write(layout.jobCluster(1), { clusterId: 'c1' });
  expect(await hasJobOn(store, 'a-1', 'c1')).toBe(true);
  expect(await hasJobOn(store, 'a-1', 'c2')).toBe(false);
  expect(await hasJobOn(store, 'b-1', 'c1')).toBe(false);
  const damaged: readonly string[] = [];
  expect(sharedWords({ sharedWith: ['a-1', 'b-1'], damaged, jobless: ['b-1'] })).toMatch(
    /^kept for study a-1, which/u,
  );
  const alone = sharedWords({ sharedWith: ['b-1'], damaged, jobless: ['b-1'] });
  expect(alone).not.toContain('kept for');
  expect(alone).toMatch(/^no job of b-1 was on it, .*may have it: doeflow status b-1;/u);
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
