import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  besidePath,
  createFileAtomic,
  writeFileAtomic,
  writeInside,
} from '../../src/files/index.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-long-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each([1, 237, 238, 250, 251, 255])(
  'a file whose name has %i bytes can be written',
  async (length) => {
    const name = `${'n'.repeat(length)}`;
    await writeFileAtomic(join(root, 'a', name), ['whole']);
    expect(await createFileAtomic(join(root, 'b', name), ['new'])).toBe(true);
    expect(readFileSync(join(root, 'a', name), 'utf8')).toBe('whole');
    expect(readdirSync(join(root, 'a')).filter((one) => one.endsWith('.part'))).toEqual([]);
  },
);

it('a name of many bytes a letter has room for an ending, too, and different names have different ones', () => {
  const [one, other] = ['ä', 'ö'].map((letter) =>
    besidePath(join(root, letter.repeat(127)), '.part'),
  );
  expect(one).not.toBe(other);
  for (const path of [one ?? '', other ?? '']) {
    expect(dirname(path)).toBe(root);
    expect(Buffer.byteLength(basename(path))).toBeLessThanOrEqual(255);
  }
  expect(besidePath(join(root, 'short'), '.part')).toBe(join(root, 'short.part'));
});

it('a file whose name is as long as a kept one may be is copied below the folders of its study and run', async () => {
  const name = `study-20260301-101112/runs/5/${`${'n'.repeat(200)}/`.repeat(5)}${'e'.repeat(19)}`;
  await writeInside(root, name, ['whole']);
  expect(readFileSync(join(root, name), 'utf8')).toBe('whole');
});
