import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isSafePath } from '../../src/files/index.ts';
import { keptNames, safeJoin, unnamedPlace } from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
});

const place = async (path: string, otherwise = 'unnamed/AbC12') =>
  relative(root, safeJoin(root, path, otherwise));

describe('safeJoin', () => {
  it.each(['out.txt', 'a/b/out.txt', 'name with blanks', 'ü.csv', '..hidden', 'a/..b'])(
    'keeps %j',
    async (path) => {
      expect(await place(path)).toBe(path);
    },
  );

  it.each([
    '../../x',
    'a/../../x',
    '/etc/x',
    String.raw`a\..\x`,
    'a\0b',
    'C:x',
    'c:/x',
    '.',
    '..',
    '',
    'a//b',
    'a/',
    './a',
    'x'.repeat(300),
    'a/'.repeat(600) + 'x',
  ])('keeps the file under its id instead of %j', async (path) => {
    expect(await place(path)).toBe('unnamed/AbC12');
  });

  it.each(['unnamed/a b', 'unnamed/a\nb', 'ü'])(
    'has a hash for an id that is none of the platform’s: %j',
    async (otherwise) => {
      expect(await place('..', otherwise)).toMatch(/^unnamed-[0-9a-f]{16}$/u);
    },
  );

  it('does not go through a link', async () => {
    mkdirSync(join(root, 'real'));
    symlinkSync('/tmp', join(root, 'link'));
    symlinkSync('/etc/passwd', join(root, 'file'));
    expect(await place('link/x')).toBe('unnamed/AbC12');
    expect(await place('file')).toBe('unnamed/AbC12');
    expect(await place('real/x')).toBe('real/x');
  });

  it('has another place where a file or a folder is in the way', async () => {
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, 'file'), '');
    expect(await place('folder')).toBe('unnamed/AbC12');
    expect(await place('file/x')).toBe('unnamed/AbC12');
    expect(await place('file')).toBe('file');
    rmSync(join(root, 'unnamed'), { recursive: true });
    writeFileSync(join(root, 'unnamed'), '');
    expect(await place('a\nb')).toMatch(/^unnamed-[0-9a-f]{16}$/u);
  });

  it.each(['a.txt', 'a\nb', 'link/x', 'file/x'])(
    'keeps %j under one of the names that keptNames gives',
    async (path) => {
      for (const id of ['AbC12', 'no id']) {
        symlinkSync('/tmp', join(root, 'link'));
        writeFileSync(join(root, 'file'), '');
        expect(keptNames(path, id)).toContain(await place(path, `unnamed/${id}`));
        rmSync(root, { recursive: true });
        mkdirSync(root);
      }
    },
  );

  it('stays inside, whatever both names are', async () => {
    const part = fc.constantFrom('..', '.', '', 'a', '/', '\0', 'C:', '\\', '../..');
    const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('/'));
    await fc.assert(
      fc.asyncProperty(name, name, async (path, otherwise) => {
        const found = await place(path, otherwise);
        return found !== '' && !found.startsWith('..') && !found.startsWith('/');
      }),
      { seed: 51, numRuns: 300 },
    );
  });

  it('is under one of the names by which a kept file is looked for, all of which are safe', async () => {
    const part = fc.constantFrom('..', 'a', 'b.txt', '\0', '.');
    const name = fc.array(part, { maxLength: 3 }).map((parts) => parts.join('/'));
    const id = fc.constantFrom('AbC12', 'a b', '../x', '');
    await fc.assert(
      fc.asyncProperty(name, id, async (path, fileId) => {
        const names = keptNames(path, fileId);
        expect(names).toContain(await place(path, unnamedPlace(fileId)));
        expect(names.includes(path)).toBe(isSafePath(path));
        expect(names).toHaveLength(isSafePath(path) ? 3 : 2);
      }),
      { seed: 52, numRuns: 100 },
    );
  });
});
