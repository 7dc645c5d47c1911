import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { appendFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../../../src/files/index.ts';
import { openFolderStore } from '../../../src/objects/folder/folder-store.ts';
import { bytesOf, openObject } from '../../../src/objects/folder/open-object.ts';
import { LinkedObjectError } from '../../../src/objects/index.ts';
import { runStoreProgram } from './run-store-program.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-folder-store-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('a folder as an object store', () => {
  it('keeps each object as one file', async () => {
    const store = openFolderStore(root);
    await store.putIfAbsent('a/b.json', Buffer.from('first'));
    await store.putIfAbsent('a/b.json', Buffer.from('second'));
    await store.write('a/c.json', ['third']);
    expect(readdirSync(join(root, 'a'))).toEqual(['b.json', 'c.json']);
  });

  it('flushes the folders of drafts once, when they are settled, up to the root', async () => {
    const store = openFolderStore(root, { followsLinks: false });
    const file = await open(root);
    const flushes = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'sync');
    await file.close();
    try {
      for (const key of ['a/b/x', 'a/b/y', 'a/z']) await store.draft(key, ['1']);
      expect(flushes).toHaveBeenCalledTimes(3);
      await store.settle(['a/b/x', 'a/b/y', 'a/z']);
      expect(flushes).toHaveBeenCalledTimes(6);
      // Of one that counts alone: the file, its new folder, and the one that holds that.
      await store.write('c/x', ['1']);
      expect(flushes).toHaveBeenCalledTimes(9);
    } finally {
      flushes.mockRestore();
    }
    expect((await store.get('a/b/y'))?.bytes.toString()).toBe('1');
    symlinkSync(join(root, 'a'), join(root, 'link'));
    await expect(store.settle(['link/z'])).rejects.toThrow(LinkedObjectError);
    await expect(store.settle(['gone/z'])).rejects.toThrow(/ENOENT/u);
  });

  it('gives a file that grew while it was read, and a short and an empty one, whole', async () => {
    const store = openFolderStore(root);
    await store.write('empty', []);
    await store.write('short', ['abc']);
    await store.write('long', ['abc'.repeat(50_000)]);
    for (const [key, length] of [
      ['empty', 0],
      ['short', 3],
      ['long', 150_000],
    ] as const) {
      expect(await text(await store.read(key))).toHaveLength(length);
      expect((await store.get(key))?.bytes).toHaveLength(length);
    }
    const opened = await openObject(root, 'short', { followsLinks: true });
    await appendFile(join(root, 'short'), 'def'.repeat(100));
    expect((await bytesOf(opened)).toString()).toBe(`abc${'def'.repeat(100)}`);
  });

  it('makes a folder once for all that are written into it at one time', async () => {
    const store = openFolderStore(root);
    const made = await Promise.all(
      Array.from({ length: 20 }, () => makeFolder(join(root, 'a/b/c'))),
    );
    expect(new Set(made)).toEqual(new Set([join(root, 'a')]));
    await Promise.all([1, 2, 3].map((name) => store.write(`d/e/${name}`, [`${name}`])));
    expect(readdirSync(join(root, 'd/e'))).toEqual(['1', '2', '3']);
  });

  it('lists files in the making and versions apart', async () => {
    const store = openFolderStore(root);
    for (const key of ['s/b.json', 's/a.json', 's/d/x', 's/c/x']) {
      await store.putIfAbsent(key, Buffer.from('1'));
    }
    await store.putIfMatch('s/a.json', Buffer.from('2'), (await store.get('s/a.json'))?.tag ?? '');
    writeFileSync(join(root, 's', 'b.json.0123.part'), 'half');
    expect(await store.list('s/')).toEqual({
      objects: ['a.json', 'b.json'],
      folders: ['c', 'd'],
      internal: ['a.json.~versions', 'b.json.0123.part'],
    });
    expect(await store.list('')).toEqual({ objects: [], folders: ['s'] });
    expect(await store.list('none/')).toEqual({ objects: [], folders: [] });
  });

  it('removes what killed writers left, where it is told to', async () => {
    const store = openFolderStore(root);
    for (const key of ['s/a', 's/d/x']) await store.putIfAbsent(key, Buffer.from('1'));
    for (const path of ['s/a.01.part', 's/d/x.01.part', 't.part']) {
      writeFileSync(join(root, path), 'half');
    }
    const left = (): string[] =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
        /part$/u.test(path),
      );
    await store.clearUnfinished('', 'here');
    expect(left().sort()).toEqual(['s/a.01.part', 's/d/x.01.part']);
    await store.clearUnfinished('s/', 'here');
    expect(left()).toEqual(['s/d/x.01.part']);
    await store.clearUnfinished('s/', 'below');
    expect(left()).toEqual([]);
    await store.clearUnfinished('none/', 'below');
    expect(await store.list('s/')).toEqual({ objects: ['a'], folders: ['d'] });
  });
});

describe('a folder that several processes use', () => {
  /** Changes `head` to B, and is killed before or after the first call of one file operation. */
  const killed = `
    import { promises } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openFolderStore } = await import(from('objects/folder/folder-store.js'));
    const [root, step, when] = process.argv.slice(1);
    const store = openFolderStore(root);
    const { tag } = await store.get('head');
    const original = promises[step];
    promises[step] = async (...args) => {
      if (when === 'before') process.kill(process.pid, 'SIGKILL');
      const answer = await original(...args);
      process.kill(process.pid, 'SIGKILL');
      return answer;
    };
    syncBuiltinESMExports();
    await store.putIfMatch('head', Buffer.from('B'), tag);`;

  it.each(
    ['mkdir', 'writeFile', 'open', 'link', 'rm'].flatMap((step) =>
      ['before', 'after'].map((when) => ({ step, when })),
    ),
  )('survives a writer that is killed $when its $step', { timeout: 60_000 }, async (at) => {
    const store = openFolderStore(root);
    await store.putIfAbsent('head', Buffer.from('A'));
    const { signal } = await runStoreProgram(killed, [root, at.step, at.when]);
    expect(signal).toBe('SIGKILL');
    const isChanged = at.step === 'rm' || (at.step === 'link' && at.when === 'after');
    const found = await store.get('head');
    expect(found?.bytes.toString()).toBe(isChanged ? 'B' : 'A');
    expect(await store.putIfMatch('head', Buffer.from('C'), found?.tag ?? '')).toBe(true);
    expect((await store.get('head'))?.bytes.toString()).toBe('C');
    expect((await store.list('')).objects).toEqual(['head']);
  });
});

describe('a folder whose links are not followed', () => {
  const openStrict = () => openFolderStore(root, { followsLinks: false });

  it('reads, replaces and lists what is its own, in all versions', async () => {
    const store = openStrict();
    await store.putIfAbsent('a/b', Buffer.from('1'));
    expect(
      await store.putIfMatch('a/b', Buffer.from('2'), (await store.get('a/b'))?.tag ?? ''),
    ).toBe(true);
    expect((await store.get('a/b'))?.bytes.toString()).toBe('2');
    expect(await store.has('a/b')).toBe(true);
    expect(await store.get('a/none')).toBeUndefined();
  });

  it.each([
    ['the object', 'a/c', (): void => symlinkSync('b', join(root, 'a/c'))],
    ['its folder', 'd/b', (): void => symlinkSync('a', join(root, 'd'))],
    [
      'the folder of its versions',
      'a/b',
      (): void => {
        mkdirSync(join(root, 'elsewhere'));
        writeFileSync(join(root, 'elsewhere', '2'), 'forged');
        symlinkSync('../elsewhere', join(root, 'a/b.~versions'));
      },
    ],
  ])('refuses one in place of %s', async (_what, key, link) => {
    const store = openStrict();
    await store.putIfAbsent('a/b', Buffer.from('1'));
    link();
    await expect(store.get(key)).rejects.toThrow('symbolic link');
    if (!key.endsWith('a/b')) {
      await expect(store.has(key)).rejects.toThrow('symbolic link');
      await expect(store.read(key)).rejects.toThrow('symbolic link');
      await expect(store.localFile(key)).rejects.toThrow('symbolic link');
    }
  });
});

it.each([true, false])(
  'waits for no pipe in place of an object (links followed: %s)',
  async (followsLinks) => {
    const store = openFolderStore(root, { followsLinks });
    execFileSync('mkfifo', [join(root, 'pipe')]);
    mkdirSync(join(root, 'folder'));
    await expect(store.get('pipe')).rejects.toThrow('is a named pipe, where a file is expected');
    await expect(store.read('pipe')).rejects.toThrow('is a named pipe');
    await expect(store.get('folder')).rejects.toThrow('is a folder');
  },
);
