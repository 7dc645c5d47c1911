import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolderStore } from '../../../src/objects/folder/folder-store.ts';
import { guardMark } from '../../../src/objects/folder/guard-mark.ts';
import { layout, openStore } from '../../../src/store/index.ts';

let folder = '';
let root = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-guard-mark-'));
  root = join(folder, 'store');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What is left where a disk was mounted. */
function takeAway(): void {
  renameSync(root, join(folder, 'away'));
  mkdirSync(root);
}

function bringBack(): void {
  rmSync(root, { recursive: true });
  renameSync(join(folder, 'away'), root);
}

it('reads nothing, and writes nothing, where the disk of a store is gone, and goes on when it is back', async () => {
  const store = await openStore(root);
  await store.engineId();
  const study = store.study('beam-1');
  const job = layout.platformJob(1);
  await study.write(job, { jobId: 'j1' });
  const kept = await study.workspace(layout.runFiles(1, 1));
  takeAway();
  const uses = [
    () => study.has(job),
    () => study.find(job),
    () => study.write(job, { jobId: 'j2' }),
    () => study.create(layout.platformJob(2), { jobId: 'j2' }),
    () => study.remove(job),
    () => study.list(layout.allJobs),
    () => study.stamp(job),
    () => study.readStream(job),
    () => study.localFile(job),
    () => study.sink(layout.reportPage)(['page']),
    () => study.removeBelow(layout.allJobs),
    () => study.clearUnfinished(),
    () => study.workspace(layout.runFiles(1, 1)),
    () => kept.publish(),
    () => store.listStudies(),
    () => store.engineId(),
    () => store.putBytes(Buffer.from('content')),
  ];
  for (const use of uses) {
    await expect(use(), String(use)).rejects.toMatchObject({ code: 'STORAGE_EMPTIED' });
  }
  expect(readdirSync(root)).toEqual([]);

  bringBack();
  expect(await study.read(job)).toEqual({ jobId: 'j1' });
});

it('refuses another store in its place, and takes the same on another disk', async () => {
  const store = await openStore(root);
  const id = await store.engineId();
  takeAway();
  await (await openStore(root)).engineId();
  await expect(store.listStudies()).rejects.toMatchObject({ code: 'STORAGE_OTHER' });
  writeFileSync(
    join(root, 'engine.json'),
    `${JSON.stringify({ engineId: id, format: 1 }, null, 2)}\n`,
  );
  expect(await store.engineId()).toBe(id);
});

it('does not take for done what was done where the disk was gone meanwhile', async () => {
  const plain = openFolderStore(root);
  await plain.putIfAbsent('mark', Buffer.from('mine'));
  const store = guardMark(
    {
      ...plain,
      async has(key) {
        takeAway();
        return plain.has(key);
      },
    },
    root,
    'mark',
  );
  await expect(store.has('mark')).rejects.toMatchObject({ code: 'STORAGE_EMPTIED' });
});
