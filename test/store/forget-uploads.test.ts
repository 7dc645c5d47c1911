import { afterAll, expect, it } from 'vitest';
import { forgetUploads, layout } from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);

it('forgets the uploads whose files are gone, and no other', async () => {
  const folder = store.study('beam-1');
  const keys = ['a', 'b', 'c'].map((name) => ({ sha256: name.repeat(64), name, typeId: 1 }));
  for (const key of keys) await folder.write(layout.upload(key), { fileId: `file-${key.name}` });
  await forgetUploads(folder, new Set(['file-a', 'file-c', 'file-d']));
  const left = await Promise.all(keys.map((key) => folder.find(layout.upload(key))));
  expect(left).toEqual([undefined, { fileId: 'file-b' }, undefined]);
});
