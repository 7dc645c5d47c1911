import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sweepMark } from '../../src/store/content-sweep.ts';
import { namedContents, openStore, sweepContents } from '../../src/store/index.ts';
import { placeStudy } from '../kit/finished-study.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = temporaryFolder(afterAll);
const store = await openStore(root);
const days = 86_400;

/** Makes all contents so many days old. */
function age(byDays: number): void {
  const objects = join(root, 'objects');
  const seconds = Date.now() / 1000 - byDays * days;
  for (const group of readdirSync(objects)) {
    for (const name of readdirSync(join(objects, group))) {
      utimesSync(join(objects, group, name), seconds, seconds);
    }
  }
}

const nobody = { isNamed: () => false };

describe('a sweep of contents', () => {
  it('takes what nobody names, and leaves what is named or new', async () => {
    const named = await store.putBytes(Buffer.from('named'));
    const old = await store.putBytes(Buffer.from('nobody’s'));
    age(2);
    const fresh = await store.putBytes(Buffer.from('just kept'));
    const isNamed = (sha256: string): boolean => sha256 === named.sha256;
    const dry = await sweepContents(store, { isNamed, isDry: true });
    expect(dry.removed).toEqual({ bytes: old.bytes, objects: 1 });
    await expect(store.localFile(old.sha256)).resolves.toContain(old.sha256);
    const swept = await sweepContents(store, { isNamed, isDry: false });
    expect(swept).toEqual({ ...dry, ageless: { bytes: 0, objects: 0 } });
    await expect(store.localFile(old.sha256)).rejects.toThrow('ENOENT');
    await expect(store.localFile(named.sha256)).resolves.toBeDefined();
    await expect(store.localFile(fresh.sha256)).resolves.toBeDefined();
    expect(await store.engineRecords().has(sweepMark)).toBe(false);
  });

  it('leaves an old content that a study keeps again before it names it', async () => {
    const content = Buffer.from('the mesh of last year');
    const { sha256 } = await store.putBytes(content);
    age(300);
    await store.putBytes(content);
    await sweepContents(store, { ...nobody, isDry: false });
    expect(await store.readContent(sha256)).toEqual(content);
  });

  it('loses nothing that is kept while it goes on', async () => {
    const contents = Array.from({ length: 100 }, (_, index) => Buffer.from(`content ${index}`));
    for (const content of contents) await store.putBytes(content);
    age(300);
    const [, ...kept] = await Promise.all([
      sweepContents(store, { ...nobody, isDry: false }),
      ...contents.map((content) => store.putBytes(content)),
    ]);
    for (const [index, { sha256 }] of kept.entries()) {
      expect(await store.readContent(sha256)).toEqual(contents[index]);
    }
  });

  it('waits for the mark of another one, and takes the place of one that was killed', async () => {
    await store.putBytes(Buffer.from('left'));
    age(300);
    const folder = store.engineRecords();
    await folder.create(sweepMark, { until: new Date(Date.now() + 400).toISOString() });
    const begun = Date.now();
    const { removed } = await sweepContents(store, { ...nobody, isDry: false });
    expect(removed.objects).toBeGreaterThan(0);
    expect(Date.now() - begun).toBeGreaterThan(300);
    expect(await folder.has(sweepMark)).toBe(false);
  });

  it('knows the contents of studies, and not those of a study that goes', async () => {
    const study = `name: beam
variables:
  - {name: x, type: Param, values: [1, 2]}
  - {name: y, type: Output, from: {stdout: 'y=(\\S+)'}}
design: {method: full-factorial}
job:
  analysis: {code: user_included, version: "0"}
  command: sh model.sh \${x}
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}
  inputFiles: [model.sh]
`;
    const files = (text: string) => ({ files: { 'model.sh': text } });
    await placeStudy(store, 'beam-1', study, files('echo 1'));
    await placeStudy(store, 'beam-2', study, files('echo 2'));
    const all = await namedContents(store);
    const kept = await namedContents(store, (studyId) => studyId === 'beam-1');
    expect([all.size, kept.size]).toEqual([3, 2]);
    age(300);
    await sweepContents(store, { isNamed: (sha256) => kept.has(sha256), isDry: false });
    for (const sha256 of kept) await expect(store.readContent(sha256)).resolves.toBeDefined();
    const gone = [...all].filter((sha256) => !kept.has(sha256));
    await expect(store.readContent(gone[0] ?? '')).rejects.toThrow('ENOENT');
  });

  it('knows nothing of a study that another command removes while it is read', async () => {
    const vanishing: typeof store = {
      ...store,
      study: (studyId) => {
        const folder = store.study(studyId);
        return {
          ...folder,
          async list(prefix) {
            const listing = await folder.list(prefix);
            if (studyId === 'beam-2') await folder.removeBelow({ prefix: '' });
            return listing;
          },
        };
      },
    };
    const named = await namedContents(store, (studyId) => studyId === 'beam-2');
    expect(await namedContents(vanishing)).toEqual(named);
  });
});
