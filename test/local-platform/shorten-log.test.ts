import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { folderBytes, shortenLog } from '../../src/local-platform/runner/size-watch.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-sizes-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('what a run puts in the place of its folder ends nobody who looks at its sizes', () => {
  const work = join(root, 'work');
  writeFileSync(work, 'no folder');
  expect(shortenLog(join(work, 'process_output.log'), 10)).toBe(false);
  expect(folderBytes(work, 10)).toBe(0);
  expect(shortenLog(join(root, 'none', 'process_output.log'), 10)).toBe(false);
});

const leftOut = (log: string): number =>
  Number(/\n\[\.\.\. (\d+) bytes left out: the log passed \d+ bytes \.\.\.\] *\n/u.exec(log)?.[1]);

it('a log keeps its beginning and its end, and says how much lay between', () => {
  const log = join(root, 'long.log');
  const text = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`).join('');
  writeFileSync(log, text);
  expect(shortenLog(log, text.length)).toBe(false);
  expect(shortenLog(log, 1000)).toBe(true);
  const [head, tail] = readFileSync(log, 'utf8').split(/\n\[.*\] *\n/u);
  expect([head?.length, tail?.length]).toEqual([250, 250]);
  expect(text.startsWith(head ?? '-') && text.endsWith(tail ?? '-')).toBe(true);
  expect(leftOut(readFileSync(log, 'utf8'))).toBe(text.length - 500);
});

it('a log that is cut again says how much was left out by all cuts, and leaves a link’s place alone', () => {
  const log = join(root, 'longer.log');
  let written = 0;
  for (let burst = 0; burst < 12; burst += 1) {
    const text = `${burst % 10}`.repeat(1999 * 2 ** burst);
    written += text.length;
    writeFileSync(log, text, { flag: 'a' });
    expect(shortenLog(log, 1000)).toBe(true);
    const kept = readFileSync(log, 'utf8');
    const notes = kept.match(/\n\[.*\] *\n/gu) ?? [];
    expect(notes).toHaveLength(1);
    expect(leftOut(kept) + kept.length - (notes[0]?.length ?? 0)).toBe(written);
  }
  const away = join(root, 'away');
  mkdirSync(join(away, 'work'), { recursive: true });
  writeFileSync(join(away, 'work', 'process_output.log'), 'x'.repeat(5000));
  symlinkSync(away, join(root, 'run'));
  expect(shortenLog(join(root, 'run', 'work', 'process_output.log'), 1000)).toBe(false);
});
