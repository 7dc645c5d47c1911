import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardAge } from '../../src/objects/guard-age.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { layout, openStore, type Store } from '../../src/store/index.ts';

let folder = '';
let root = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-guard-age-'));
  root = join(folder, 'store');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const snapshot = (): void => cpSync(root, join(folder, 'snapshot'), { recursive: true });

function swap(): void {
  renameSync(root, join(folder, 'newer'));
  renameSync(join(folder, 'snapshot'), root);
}

function bringBack(): void {
  rmSync(root, { recursive: true });
  renameSync(join(folder, 'newer'), root);
}

async function openWithStudy(): Promise<Store> {
  const store = await openStore(root);
  await store.engineId();
  // What it says doesn't matter: that it is there does.
  await store.study('beam-1').sink(layout.snapshot)(['{}']);
  await store.study('beam-1').write(layout.platformJob(1), { jobId: 'j1' });
  return store;
}

it('uses no older copy of what it has written itself, and goes on when the newer one is back', async () => {
  const store = await openWithStudy();
  const study = store.study('beam-1');
  snapshot();
  await study.create(layout.platformJob(2), { jobId: 'j2' });
  swap();
  const uses = [
    () => study.find(layout.platformJob(1)),
    () => study.create(layout.platformJob(2), { jobId: 'other' }),
    () => store.study('girder-1').has(layout.snapshot),
    () => store.engineId(),
  ];
  for (const use of uses) {
    await expect(use()).rejects.toMatchObject({
      code: 'STORAGE_OLDER',
      message: expect.stringContaining('studies/beam-1/jobs/2-platform.json') as string,
      hint: expect.stringContaining('doeflow restore --take-over --older') as string,
    });
  }
  bringBack();
  expect(await study.read(layout.platformJob(2))).toEqual({ jobId: 'j2' });
  // Who starts anew with the older copy isn't kept from it by what is forgotten.
  expect(await (await openStore(root)).listStudies()).toEqual(['beam-1']);
});

it('misses nothing of a study that was removed on purpose, by whomever', async () => {
  const store = await openWithStudy();
  await store.study('girder-1').sink(layout.snapshot)(['{}']);
  await store.study('girder-1').write(layout.platformJob(1), { jobId: 'g1' });
  const other = await openStore(root);
  await other.study('girder-1').remove(layout.snapshot);
  await other.study('girder-1').removeBelow(layout.allJobs);
  expect(await store.listStudies()).toContain('beam-1');
  await store.study('beam-1').removeBelow(layout.allJobs);
  expect(await store.study('beam-1').has(layout.platformJob(1))).toBe(false);
});

it('asks a bucket, which costs a request, only now and then', async () => {
  const plain = openFolderStore(root);
  let looks = 0;
  const has = (key: string): Promise<boolean> => {
    looks += 1;
    return plain.has(key);
  };
  const owner = (key: string): string | undefined => (key === 'own' ? undefined : 'own');
  const options = { place: 's3://bucket', has, everyMs: 200 };
  const objects = guardAge(plain, { owner, wayOn: 'Go on.' }, options);
  await objects.putIfAbsent('own', Buffer.from(''));
  await objects.putIfAbsent('job', Buffer.from(''));
  for (let uses = 0; uses < 20; uses += 1) await objects.has('job');
  expect(looks).toBeLessThan(20);
  await plain.remove('job');
  await new Promise((resolve) => setTimeout(resolve, 250));
  await expect(objects.get('job')).rejects.toMatchObject({ code: 'STORAGE_OLDER' });
  await expect(objects.get('job')).rejects.toMatchObject({ code: 'STORAGE_OLDER' });
});
