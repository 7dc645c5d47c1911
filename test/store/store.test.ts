import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { putFile } from '../../src/store/contents.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { layout, openStore } from '../../src/store/index.ts';
import { document } from '../../src/objects/index.ts';
import { writeFileAtomic } from '../../src/files/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
});

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

describe('the store', () => {
  it('keeps equal contents once, under their hash', async () => {
    const store = await openStore(root);
    const content = Buffer.from('beam');
    const sha256 = createHash('sha256').update(content).digest('hex');
    writeFileSync(join(root, 'in.txt'), content);
    expect(await store.putBytes(content)).toEqual({ sha256, bytes: 4 });
    expect(await store.putFile(join(root, 'in.txt'))).toEqual({ sha256, bytes: 4 });
    expect(filesUnder(join(root, 'objects'))).toEqual([sha256]);
    expect(await store.localFile(sha256)).toBe(join(root, 'objects', sha256.slice(0, 2), sha256));
    expect((await store.readContent(sha256)).toString()).toBe('beam');
  });

  it('stands many writers of the same and of other contents', async () => {
    const [one, two] = [await openStore(root), await openStore(root)];
    const texts = Array.from({ length: 40 }, (_, index) => `content ${index % 8}`);
    const writes = texts.flatMap((text) => [one, two].map((s) => s.putBytes(Buffer.from(text))));
    const hashes = new Set((await Promise.all(writes)).map(({ sha256 }) => sha256));
    expect(filesUnder(join(root, 'objects')).sort()).toEqual([...hashes].sort());
    for (const sha256 of hashes) {
      const content = readFileSync(await one.localFile(sha256));
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
  });

  it('gives a document back in its shape, and says where it differs', async () => {
    const folder = (await openStore(root)).study('beam-1');
    const numbers = document('jobs/1/spec.json', z.object({ jobNumber: z.number() }));
    const texts = document('jobs/1/spec.json', z.object({ jobNumber: z.string() }));
    await folder.write(numbers, { jobNumber: 1 });
    expect(await folder.has(numbers)).toBe(true);
    expect(await folder.read(numbers)).toEqual({ jobNumber: 1 });
    await expect(folder.read(texts)).rejects.toThrow(/jobs\/1\/spec\.json is wrong at jobNumber/u);
  });

  it('says which document is missing or no JSON', async () => {
    const folder = (await openStore(root)).study('beam-1');
    const none = document('none.json', z.object({}));
    expect(await folder.find(none)).toBeUndefined();
    await expect(folder.read(none)).rejects.toThrow('none.json is missing from the store');
    await folder.sink(none)(['{"half":']);
    await expect(folder.read(none)).rejects.toThrow('none.json is not JSON');
  });

  it('forgets a document that it is told to, and accepts one that is not there', async () => {
    const folder = (await openStore(root)).study('beam');
    await folder.write(layout.checkpoint, { jobs: 1 });
    await folder.remove(layout.checkpoint);
    await folder.remove(layout.checkpoint);
    expect(await folder.has(layout.checkpoint)).toBe(false);
  });

  it('is readable by its owner only', async () => {
    const store = await openStore(join(root, 'store'));
    const { sha256 } = await store.putBytes(Buffer.from('beam'));
    await store.study('beam-1').write(layout.checkpoint, { jobs: 1 });
    const study = join(root, 'store', 'studies', 'beam-1');
    for (const path of [await store.localFile(sha256), join(study, 'checkpoint.json')])
      expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const path of [join(root, 'store'), study])
      expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('refuses a file that is changed while it is copied', async () => {
    const path = join(root, 'growing.txt');
    writeFileSync(path, 'a'.repeat(1000));
    const objects = openFolderStore(join(root, 'store'));
    const changing = {
      ...objects,
      has: async (key: string) => {
        writeFileSync(path, 'b'.repeat(1000));
        return objects.has(key);
      },
    };
    await expect(putFile(changing, path)).rejects.toMatchObject({
      code: 'RESULT_STORE',
      message: `${path} was changed while it was copied`,
      hint: 'start again once no program writes to it',
    });
    expect(filesUnder(join(root, 'store'))).toEqual([]);
  });

  it('keeps nothing under an id or a name that leads elsewhere', async () => {
    const store = await openStore(root);
    for (const name of ['../home', 'beam-1/runs', '..', '', '/etc', 'a\\b', 'a\0b']) {
      expect(() => store.study(name)).toThrow('cannot be in the store');
      expect(() => store.standingOrder('archives', name)).toThrow('cannot be in the store');
      await expect(store.dropStandingOrder('recurrences', name)).rejects.toThrow(
        'cannot be in the store',
      );
    }
  });

  it('lists studies in order', async () => {
    const store = await openStore(root);
    for (const id of ['b-2', 'a-1']) await store.study(id).write(layout.checkpoint, { jobs: 0 });
    expect(await store.listStudies()).toEqual(['a-1', 'b-2']);
  });
});

describe('writeFileAtomic', () => {
  it('leaves the file of before, and nothing beside it, when writing fails', async () => {
    const path = join(root, 'out.csv');
    writeFileSync(path, 'good');
    const failing = writeFileAtomic(path, async (aside) => {
      writeFileSync(aside, 'half');
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    });
    await expect(failing).rejects.toThrow(`Cannot write ${path}: the disk is full`);
    expect(readFileSync(path, 'utf8')).toBe('good');
    expect(readdirSync(root)).toEqual(['out.csv']);
  });

  it('lets the last of two writers win whole', async () => {
    const path = join(root, 'out.json');
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
    await Promise.all(
      texts.map((text) =>
        writeFileAtomic(path, (aside) => Promise.resolve(writeFileSync(aside, text))),
      ),
    );
    expect(texts).toContain(readFileSync(path, 'utf8'));
    expect(readdirSync(root)).toEqual(['out.json']);
  });
});
