import { afterAll, expect, it } from 'vitest';
import type { StudyProgress } from '../../src/run/messages.ts';
import { hasOpenStudy, layout, type StudySnapshot } from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);

async function begin(studyId: string, studyName: string): Promise<void> {
  const sha256 = '0'.repeat(64);
  const snapshot: StudySnapshot = {
    ...{ formatVersion: 1, studyId, studyName, planHash: '', createdAt: '', engineVersion: '' },
    ...{ studyFile: { name: 'study.yaml', sha256 }, files: [] },
  };
  await store.study(studyId).write(layout.snapshot, snapshot);
}

const end = { studyId: '', state: 'Finished', runs: { total: 1, done: 1, failed: 0 } };

it('a study is open from its start until its end, for its own name alone', async () => {
  expect(await hasOpenStudy(store, 'beam')).toBe(false);
  await begin('beam-2-1', 'beam-2');
  expect(await hasOpenStudy(store, 'beam')).toBe(false);
  expect(await hasOpenStudy(store, 'beam-2')).toBe(true);
  await begin('beam-1', 'beam');
  const folder = store.study('beam-1');
  await folder.write(layout.starting, { kind: 'new', at: '' });
  expect(await hasOpenStudy(store, 'beam')).toBe(false);
  await folder.remove(layout.starting);
  expect(await hasOpenStudy(store, 'beam')).toBe(true);
  await folder.write(layout.status, end as unknown as StudyProgress);
  expect(await hasOpenStudy(store, 'beam')).toBe(false);
  await begin('other-beam', 'beam');
  expect(await hasOpenStudy(store, 'beam')).toBe(false);
});

it('what has no snapshot, or a damaged one, is no open study, and hides none', async () => {
  await store.study('plate-1').write(layout.checkpoint, { jobs: 0 });
  await store.study('plate-2').sink(layout.snapshot)(['{"formatVersion": 1']);
  expect(await hasOpenStudy(store, 'plate')).toBe(false);
  await begin('plate-3', 'plate');
  expect(await hasOpenStudy(store, 'plate')).toBe(true);
});
