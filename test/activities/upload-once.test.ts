import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { uploadAgain, uploadOnce } from '../../activities/upload-once.ts';
import { layout, type DocumentFolder, type Store } from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const shown: unknown[] = [];
const run = {
  ...{ signal: new AbortController().signal, attempt: 1 },
  show: (what: unknown) => void shown.push(what),
};
let store: Store;
let folder: DocumentFolder;
let key: { sha256: string; name: string; typeId: number };
let sent: object[];
let points: string[];
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  folder = store.study('beam-1');
  const { sha256 } = await store.putBytes(Buffer.from('mesh'));
  key = { sha256, name: 'in/mesh.txt', typeId: 1 };
  [sent, points] = [[], []];
  shown.length = 0;
  return () => clean();
});

/** A platform that takes files, and calls `before` before it answers. */
function platform(before: () => Promise<unknown> = () => Promise.resolve(), bytes = 4) {
  interface Upload {
    readonly path: string;
    readonly name: string;
    readonly typeId: number;
    readonly signal: AbortSignal;
    readonly onProgress: (bytes: number, totalBytes: number) => void;
  }
  const upload = async ({ path, name, typeId, signal, onProgress }: Upload) => {
    sent.push({ path, name, typeId, isOwn: signal === run.signal });
    onProgress(bytes, 4);
    await before();
    return { id: `file ${sent.length}` };
  };
  return {
    ...{ store, platform: { files: { upload } } },
    failpoint: (name: string) => Promise.resolve(points.push(name)),
  } as unknown as ActivityDependencies;
}

describe('a content that is sent', () => {
  it('goes once under its own name, is shown, and is remembered', async () => {
    const path = await store.localFile(key.sha256);
    expect(await uploadOnce(platform(), folder, key, run)).toEqual({ fileId: 'file 1' });
    expect(await uploadOnce(platform(), folder, key, run)).toEqual({ fileId: 'file 1' });
    expect(sent).toEqual([{ path, name: 'mesh.txt', typeId: 1, isOwn: true }]);
    expect(shown).toEqual([{ file: 'in/mesh.txt', bytes: 4, totalBytes: 4 }]);
    expect(points).toEqual(['upload-middle']);
  });

  it('is the one of the first record where two send it at once', async () => {
    const other = platform(() => folder.create(layout.upload(key), { fileId: 'theirs' }));
    expect(await uploadOnce(other, folder, key, run)).toEqual({ fileId: 'theirs' });
    expect(await folder.read(layout.upload(key))).toMatchObject({ fileId: 'theirs' });
  });

  it('may be cut off only once some of it went', async () => {
    await uploadOnce(platform(undefined, 0), folder, key, run);
    expect(points).toEqual([]);
  });
});

describe('a content whose file the platform lost', () => {
  it('is sent again ten times and no more', async () => {
    await uploadOnce(platform(), folder, key, run);
    for (let time = 1; time <= 10; time += 1) {
      expect(await uploadAgain(platform(), folder, key, run)).toBe(true);
      const record = await folder.read(layout.upload(key));
      expect(record).toMatchObject({ fileId: `file ${time + 1}`, renewed: time });
    }
    expect(await uploadAgain(platform(), folder, key, run)).toBe(false);
    expect(sent).toHaveLength(11);
  });

  it('is sent the first time where no record of it is left', async () => {
    expect(await uploadAgain(platform(), folder, key, run)).toBe(true);
    expect(await folder.read(layout.upload(key))).toMatchObject({ renewed: 1 });
  });
});
