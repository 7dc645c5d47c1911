import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeId, safePaths } from '../../src/archive/safe-names.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { temporaryFolder } from './archive-kit.ts';

const safe = (path: string): string => safePaths([path]).get(path) ?? '';

describe('safe names', () => {
  it('leaves ordinary names as they are', () => {
    for (const path of ['out/result-1.csv', 'Übersicht (2).txt', 'mesh_v2.tar.gz', '結果.csv']) {
      expect(safe(path)).toBe(path);
    }
  });

  it.each([
    ['a:b', 'a~3ab'],
    ['../x', '~2e~2e/x'],
    ['a\\b', 'a~5cb'],
    ['50%', '50~25'],
    ['a\nb', 'a~0ab'],
    ['$HOME', '~24HOME'],
    ['x.part', 'x.par~74'],
    ['NUL.txt', '~4eUL.txt'],
    ['end ', 'end~20'],
    ['', '~~'],
  ])('writes %j as %j', (path, expected) => {
    expect(safe(path)).toBe(expected);
  });

  it('keeps names apart that differ in case, in the form of letters, or are file and folder', () => {
    const paths = [
      'README',
      'readme',
      '\u00e9.txt',
      'e\u0301.txt',
      'A/x',
      'a/y',
      'f',
      'f/g',
      'ß',
      'SS',
    ];
    const names = [...safePaths(paths).values()].map((name) => name.normalize('NFC').toLowerCase());
    expect(new Set(names).size).toBe(paths.length);
    expect(names.some((name) => names.some((other) => other.startsWith(`${name}/`)))).toBe(false);
  });

  it('keeps any names apart on any file system, and the store takes them', async () => {
    const store = openFolderStore(await temporaryFolder());
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.stringMatching(/^[aAbB~.éÉ/ 4]{1,6}$/u),
      fc.string({ minLength: 150, maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 12 }), async (paths) => {
        const names = [...safePaths(paths).values()];
        const folded = names.map((one) => one.normalize('NFC').toUpperCase().toLowerCase());
        expect(new Set(folded).size).toBe(paths.length);
        for (const one of names) {
          expect(Buffer.byteLength(one)).toBeLessThanOrEqual(700);
          await expect(store.has(one)).resolves.toBe(false);
        }
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it('gives ids that differ only in case different names', () => {
    expect(safeId('abcde')).toBe('abcde');
    expect(safeId('KqCXp')).toBe('KqCXp~xd');
    const ids = ['ab', 'Ab', 'aB', 'AB', 'ab~x1', 'a/b', '..'];
    expect(new Set(ids.map((id) => safeId(id).toLowerCase())).size).toBe(ids.length);
  });
});
