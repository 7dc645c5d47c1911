import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { layout } from '../../src/store/layout.ts';
import { localFiles, snapshotStudy } from '../../src/store/snapshot-study.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder(afterAll);

describe('the snapshot of a study', () => {
  it('holds every file by its hash, and later edits do not reach it', async () => {
    const model = join(folder, 'model.mjs');
    writeFileSync(model, 'first');
    const store = await openStore(join(folder, 'store'));
    const written = await snapshotStudy(
      store,
      {
        study: { name: 'beam' },
        file: join(folder, 'study.yaml'),
        text: 'name: beam\n',
        files: [{ path: './model.mjs', absolutePath: model, role: 'input' }],
      },
      {
        studyId: 'beam-1',
        planHash: 'f'.repeat(64),
        createdAt: new Date(0),
        engineVersion: '0.1.0',
        resultsDir: '/results/beam-1',
      },
    );
    writeFileSync(model, 'second');
    const read = await store.study('beam-1').read(layout.snapshot);
    expect(read).toEqual(written);
    expect(read).toMatchObject({ studyFile: { name: 'study.yaml' }, files: [{ bytes: 5 }] });
    expect(String(await store.readContent(read.files[0]?.sha256 ?? ''))).toBe('first');
    const places = await localFiles(store, read);
    expect(readFileSync(places.get('./model.mjs') ?? '', 'utf8')).toBe('first');
    expect(String(await store.readContent(read.studyFile.sha256))).toBe('name: beam\n');
  });

  it('tells where the study came from and where it runs, as far as that is known', async () => {
    const store = await openStore(join(folder, 'store'));
    const loaded = { study: { name: 'beam' }, file: 'study.yaml', text: 'é', files: [] };
    const identity = {
      ...{ studyId: 'beam-2', planHash: 'f'.repeat(64), createdAt: new Date(0) },
      engineVersion: '0.1.0',
    };
    const known = {
      ...{ resultsDir: '/results', source: '/home/study.yaml' },
      platform: { kind: 'configured', baseUrl: 'https://platform.example.com/' } as const,
    };
    const told = (await snapshotStudy(store, loaded, { ...identity, ...known })) as object;
    expect(told).toMatchObject(known);
    const plain = await snapshotStudy(store, loaded, identity);
    for (const field of Object.keys(known)) expect(plain).not.toHaveProperty(field);
    // By which rules its design is made, so that a later version makes the same.
    expect(plain).not.toHaveProperty('designRules');
    await snapshotStudy(store, { ...loaded, designRules: 2 }, identity);
    expect(await store.study('beam-2').read(layout.snapshot)).toMatchObject({ designRules: 2 });
    expect(String(await store.readContent(plain.studyFile.sha256))).toBe('é');
  });
});
