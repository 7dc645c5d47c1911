import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformContext } from '../../src/local-platform/context.ts';
import type { FileRow } from '../../src/local-platform/database/file-store.ts';
import { contentOf } from '../../src/local-platform/http/file-content.ts';

let dataFolder = '';

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'doeflow-content-'));
});
afterEach(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

async function read(size: number, start = 0, end = size - 1): Promise<Buffer> {
  const context = { dataFolder } as PlatformContext;
  const content = await contentOf(context, { size, storedPath: 'a/out.txt' } as FileRow, {
    ...{ start, end },
  });
  return content instanceof Readable ? await buffer(content) : content;
}

describe.each([10, 64_000, 64_001, 300_000])('the content of a file of %d bytes', (size) => {
  const bytes = Buffer.from(Array.from({ length: size }, (_, at) => (at * 7) % 251));
  const path = () => join(dataFolder, 'a/out.txt');

  beforeEach(() => {
    mkdirSync(join(dataFolder, 'a'));
    writeFileSync(path(), bytes);
  });

  it('is whole, or the part that is asked for', async () => {
    expect((await read(size)).equals(bytes)).toBe(true);
    expect((await read(size, 3, 5)).equals(bytes.subarray(3, 6))).toBe(true);
    expect((await read(size, size - 1)).equals(bytes.subarray(size - 1))).toBe(true);
  });

  it.each([
    ['longer', size + 2],
    ['shorter', size - 2],
  ])('is refused where the file has become %s', async (_, now) => {
    truncateSync(path(), now);
    await expect(read(size)).rejects.toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`${size} bytes were recorded, ${now} are there`) },
    });
  });

  it.each([
    ['nothing', () => undefined],
    ['a folder', () => mkdirSync(path())],
    ['a link', () => symlinkSync(import.meta.filename, path())],
  ])('is not there where %s stands in its place', async (_, put) => {
    rmSync(path());
    put();
    await expect(read(size)).rejects.toMatchObject({ status: 404 });
  });

  it('is not there behind a link to another folder', async () => {
    rmSync(join(dataFolder, 'a'), { recursive: true });
    mkdirSync(join(dataFolder, 'b'));
    writeFileSync(join(dataFolder, 'b/out.txt'), bytes);
    symlinkSync('b', join(dataFolder, 'a'));
    await expect(read(size)).rejects.toMatchObject({ status: 404 });
  });
});
