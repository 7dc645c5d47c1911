import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../src/store/index.ts';
import { writeFileAtomic } from '../../src/files/index.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-store-'));
});
afterEach(() => {
  chmodSync(root, 0o700);
  rmSync(root, { recursive: true, force: true });
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
    expect(store.objectPath(sha256)).toBe(join(root, 'objects', sha256.slice(0, 2), sha256));
    expect((await store.readObject(sha256)).toString()).toBe('beam');
  });

  it('stands many writers of the same and of other contents', async () => {
    const [one, two] = [await openStore(root), await openStore(root)];
    const texts = Array.from({ length: 40 }, (_, index) => `content ${index % 8}`);
    const writes = texts.flatMap((text) => [one, two].map((s) => s.putBytes(Buffer.from(text))));
    const hashes = new Set((await Promise.all(writes)).map(({ sha256 }) => sha256));
    expect(filesUnder(join(root, 'objects')).sort()).toEqual([...hashes].sort());
    for (const sha256 of hashes) {
      const content = readFileSync(one.objectPath(sha256));
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
  });

  it('gives JSON back in its shape, and says where it differs', async () => {
    const folder = (await openStore(root)).study('beam-1');
    await folder.writeJson('jobs/1/spec.json', { jobNumber: 1 });
    expect(await folder.has('jobs/1/spec.json')).toBe(true);
    expect(await folder.readJson('jobs/1/spec.json', z.object({ jobNumber: z.number() }))).toEqual({
      jobNumber: 1,
    });
    await expect(
      folder.readJson('jobs/1/spec.json', z.object({ jobNumber: z.string() })),
    ).rejects.toThrow(/at jobNumber/u);
    await expect(folder.readJson('none.json', z.object({}))).rejects.toThrow(/got none/u);
  });

  it('forgets a name that it is told to, and minds none that is not there', async () => {
    const folder = (await openStore(root)).study('beam');
    await folder.writeJson('checkpoint.json', {});
    await folder.remove('checkpoint.json');
    await folder.remove('checkpoint.json');
    expect(await folder.has('checkpoint.json')).toBe(false);
  });

  it('lists studies in order', async () => {
    const store = await openStore(root);
    for (const id of ['b-2', 'a-1']) await store.study(id).writeJson('x.json', {});
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
    await expect(failing).rejects.toThrow(`Expected to write ${path}, got: the disk is full`);
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
