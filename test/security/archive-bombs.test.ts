import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnpackTarget } from '../../src/local-platform/scheduling/unpack-target.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-bomb-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function target(packedBytes: number, files = 100): UnpackTarget {
  return new UnpackTarget({ name: 'a.zip', folder, packedBytes, limits: { bytes: 1e12, files } });
}

it('refuses what unpacks to more than compression can hold', async () => {
  const of = target(1000);
  await of.open('zeros.bin', false);
  const megabyte = Buffer.alloc(1_000_000);
  await of.write(megabyte);
  await of.write(megabyte);
  await expect(of.write(megabyte)).rejects.toThrow("1100 times the archive's size");
  await of.close();
});

it('refuses folders without end', async () => {
  await expect(target(1000).directory('a/'.repeat(65))).rejects.toThrow('deeper than 64 folders');
  await expect(target(1000).open(`${'a/'.repeat(64)}b`, false)).rejects.toThrow('deeper');
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses more entries than the bound, folders counted', async () => {
  const of = target(1000, 2);
  await of.directory('a');
  await of.directory('a');
  await expect(of.directory('a')).rejects.toThrow('past the limit of 2 entries');
});

it.each(['../x', '/x', 'a/../../x', 'C:x', 'a\\b', '', '.', 'a//b', 'x\ny'])(
  'refuses the member %j',
  async (name) => {
    await expect(target(1000).open(name, false)).rejects.toThrow('no path inside');
    expect(readdirSync(folder)).toEqual([]);
  },
);
