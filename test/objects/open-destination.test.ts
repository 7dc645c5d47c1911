import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit-codes.ts';
import { normalDestination, openDestination, realDestination } from '../../src/objects/index.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-destination-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('a destination', () => {
  it.each([
    ['ftp://host/x', /begins with s3:\/\//u],
    ['S3://bucket', /begins with s3:\/\//u],
    ['s3:/bucket/x', /would be a folder of that name/u],
    ['~/archive', /the whole path of a home/u],
    ['s3://', /"" cannot be the name of a bucket/u],
    ['s3://Bad_Bucket/x', /"Bad_Bucket" cannot be/u],
    ['s3://bucket/a/../b', /"a\/..\/b" cannot be a prefix/u],
    ['relative/path', /needs its whole path/u],
    ['', /needs a name/u],
  ])('is refused as %j', async (url, message) => {
    const error = await failureOf(openDestination(url, {}));
    expect(error).toMatchObject({
      code: 'USAGE_DESTINATION',
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(/s3:\/\//u),
    });
    expect(exitCodeOf(error)).toBe(2);
  });

  it('with a key in it is refused without repeating the key', async () => {
    const error = await failureOf(openDestination('s3://AKIAKEY:secret@bucket/x', {}));
    expect(error).toMatchObject({ message: 'A destination holds no keys or passwords' });
  });

  it('has one normal form', () => {
    expect(normalDestination('s3://bucket', '/home')).toBe('s3://bucket');
    expect(normalDestination('s3://bucket//a/b/', '/home')).toBe('s3://bucket/a/b');
    expect(normalDestination('archive', '/home')).toBe('/home/archive');
    expect(normalDestination('/a/../b/', '/home')).toBe('/b');
  });

  it('as a directory is made with its first object, and must be there to be read', async () => {
    const path = join(root, 'new', 'one');
    const error = await failureOf(openDestination(path, {}, 'read'));
    expect(error).toMatchObject({ code: 'STORAGE_MISSING' });
    expect(exitCodeOf(error)).toBe(6);
    const store = await openDestination(path, {});
    expect(existsSync(path)).toBe(false);
    await store.write('a', ['x']);
    expect(await (await openDestination(path, {}, 'read')).has('a')).toBe(true);
  });

  it('as a link to what is not there says so, at any height', async () => {
    const link = join(root, 'loose');
    symlinkSync(join(root, 'unmounted'), link);
    for (const path of [link, join(link, 'below', 'this')]) {
      for (const use of ['read', 'write'] as const) {
        expect(await failureOf(openDestination(path, {}, use))).toMatchObject({
          message: `${link} is a link to ${join(root, 'unmounted')}, which isn't there`,
        });
      }
    }
  });

  it('as a directory that cannot be used says why', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    expect(await failureOf(openDestination(file, {}))).toMatchObject({
      ...{ code: 'STORAGE_REFUSED', message: `${file} is a file, and no directory` },
    });
    expect(await failureOf(openDestination(join(file, 'below'), {}))).toMatchObject({
      code: 'STORAGE_REFUSED',
    });
    // /proc can't be written even by root, for whom permissions don't count.
    expect(await failureOf(openDestination('/proc/self/x', {}))).toMatchObject({
      ...{ code: 'STORAGE_REFUSED', message: expect.stringMatching(/cannot be written/u) },
    });
    const closed = join(root, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    await expect(openDestination(closed, {}, 'read')).resolves.toBeDefined();
  });

  it('is one directory under all its names', () => {
    mkdirSync(join(root, 'disk'));
    symlinkSync(join(root, 'disk'), join(root, 'link'));
    const real = join(realpathSync(root), 'disk', 'archive', 'new');
    expect(realDestination('link/archive/new', root)).toBe(real);
    expect(realDestination('disk/archive/new', root)).toBe(real);
    expect(realDestination('s3://bucket/a/', root)).toBe('s3://bucket/a');
  });
});
