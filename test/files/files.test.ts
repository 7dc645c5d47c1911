import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isSafePath,
  makeFolder,
  renameDurably,
  takeFileLock,
  writeFileAtomicSync,
} from '../../src/files/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-files-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('isSafePath', () => {
  it.each(['out.txt', 'a/b.txt', 'ü.csv', '..hidden', 'x'.repeat(255)])('takes %j', (path) => {
    expect(isSafePath(path)).toBe(true);
  });

  it.each([
    ...['', '.', '..', '/a', 'a/', 'a//b', 'a/../b', 'a\\b', 'C:x', 'a\0b', 'a\nb'],
    'ü'.repeat(128),
    `${'a/'.repeat(600)}b`,
  ])('refuses %j', (path) => {
    expect(isSafePath(path)).toBe(false);
  });
});

describe('writeFileAtomicSync', () => {
  it('replaces a file that others could read by one that only its owner can', () => {
    const path = join(folder, 'deep', 'file');
    writeFileAtomicSync(path, 'first');
    chmodSync(path, 0o644);
    writeFileAtomicSync(path, 'second');
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['file']);
  });

  it('leaves nothing beside a name that is taken by a folder', () => {
    const taken = join(folder, 'taken');
    mkdirSync(taken);
    expect(() => writeFileAtomicSync(taken, 'text')).toThrow();
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});

describe('makeFolder', () => {
  it('makes the folders above, and gives back the first that was new', async () => {
    expect(await makeFolder(join(folder, 'a', 'b'))).toBe(join(folder, 'a'));
    expect(await makeFolder(join(folder, 'a', 'b'))).toBeUndefined();
  });

  it('gives the true reason where nothing can be made, never that a folder above is missing', async () => {
    await expect(makeFolder('/sys/doeflow/x')).rejects.toMatchObject({
      code: expect.stringMatching(/^(EROFS|EPERM|EACCES)$/) as string,
    });
  });
});

describe('renameDurably', () => {
  it('makes the folders above the new name, for a file and for a folder', async () => {
    writeFileSync(join(folder, 'file'), 'text');
    await renameDurably(join(folder, 'file'), join(folder, 'a', 'b', 'file'));
    await renameDurably(join(folder, 'a'), join(folder, 'c', 'a'));
    expect(readFileSync(join(folder, 'c', 'a', 'b', 'file'), 'utf8')).toBe('text');
  });
});

describe('takeFileLock', () => {
  it('is refused while another one has it, and free after its release or the death of its process', () => {
    const path = join(folder, 'lock');
    const first = takeFileLock(path);
    expect(takeFileLock(path)).toBeUndefined();
    first?.release();
    const libsql = JSON.stringify(import.meta.resolve('libsql'));
    const script = `const { default: Database } = await import(${libsql});
      new Database(${JSON.stringify(path)}).exec('BEGIN EXCLUSIVE'); process.kill(process.pid, 'SIGKILL');`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
    expect(signal).toBe('SIGKILL');
    const second = takeFileLock(path);
    expect(second).toBeDefined();
    second?.release();
  });
});
