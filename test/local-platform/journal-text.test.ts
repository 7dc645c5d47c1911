import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  readLinesBefore,
  readLinesFrom,
} from '../../src/local-platform/scheduling/journal-text.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doeflow-journal-'));
  path = join(folder, 'journal.ndjson');
});
afterEach(() => rm(folder, { recursive: true }));

it('reads whole lines from a position on and leaves one that is being written', async () => {
  await writeFile(path, 'one\nzwö\nthr');
  expect(readLinesFrom(path, 0)).toEqual({ lines: ['one', 'zwö'], length: 9, more: false });
  expect(readLinesFrom(path, 4)).toEqual({ lines: ['zwö'], length: 5, more: false });
  expect(readLinesFrom(path, 9)).toEqual({ lines: [], length: 0, more: false });
});

it('reads a line that is longer than its first look', async () => {
  const long = 'x'.repeat(2_000_000);
  await writeFile(path, `one\n${long}\n`);
  expect(readLinesFrom(path, 4).lines).toEqual([long]);
});

it('says that there may be more behind what it read', async () => {
  await writeFile(path, 'a line\n'.repeat(50_000));
  const { lines, length, more } = readLinesFrom(path, 0);
  expect({ lines: lines.length, more }).toEqual({ lines: Math.floor((1 << 18) / 7), more: true });
  const rest = readLinesFrom(path, length);
  expect({ lines: rest.lines.length, more: rest.more }).toEqual({
    ...{ lines: 50_000 - lines.length, more: false },
  });
});

it('reads the last lines before a position, the first of them cut where they are long', async () => {
  await writeFile(path, 'one\ntwo\nthree\n');
  expect(readLinesBefore(path, 8)).toEqual(['one', 'two']);
  await writeFile(path, `${'x'.repeat(5000)}\nlast\n`);
  expect(readLinesBefore(path, 5006)).toEqual(['x'.repeat(4090), 'last']);
  expect(readLinesBefore(path, 0)).toEqual([]);
});

it('finds nothing in a journal that is not there yet, nor behind its end', async () => {
  expect(readLinesFrom(path, 0)).toEqual({ lines: [], length: 0, more: false });
  expect(readLinesBefore(path, 100)).toEqual([]);
  await writeFile(path, 'one\n');
  expect(readLinesFrom(path, 100)).toEqual({ lines: [], length: 0, more: false });
  expect(readLinesBefore(path, 100)).toEqual(['one']);
});
