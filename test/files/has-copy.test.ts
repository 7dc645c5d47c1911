import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { hasCopy, writeInside } from '../../src/files/index.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const hourMs = 3_600_000;
const made = { bytes: 3, modifiedMs: Date.parse('2026-11-27T10:00:00.123Z') + 0.456 };

describe('a copy with the time of what it was copied from', () => {
  let named = '';
  const copy = () => join(named, 'runs', '1', 'y');
  beforeEach(async () => {
    named = join(temporaryFolder(onTestFinished), 'results');
    await writeInside(named, 'runs/1/y', ['abc'], made.modifiedMs);
  });

  it('is one as long as nobody touches either', () => {
    expect(hasCopy(named, 'runs/1/y', made)).toBe(true);
  });

  it.each([
    ['it has grown', () => appendFileSync(copy(), 'd')],
    ['it was written by somebody', () => writeFileSync(copy(), 'abd')],
    ['it is gone', () => rmSync(copy())],
    [
      'a folder is in its place',
      () => {
        rmSync(copy());
        mkdirSync(copy());
      },
    ],
    [
      'it is behind a link',
      () => {
        renameSync(copy(), join(named, 'y'));
        symlinkSync(join(named, 'y'), copy());
      },
    ],
    [
      'its folder is a link',
      () => {
        renameSync(join(named, 'runs'), join(named, 'elsewhere'));
        symlinkSync(join(named, 'elsewhere'), join(named, 'runs'));
      },
    ],
  ])('is none where %s', (_what, change) => {
    change();
    expect(hasCopy(named, 'runs/1/y', made)).toBe(false);
  });

  it('is none of a file that was written since, or that has another size', () => {
    expect(hasCopy(named, 'runs/1/y', { ...made, modifiedMs: made.modifiedMs + 1 })).toBe(false);
    expect(hasCopy(named, 'runs/1/y', { ...made, bytes: 4 })).toBe(false);
  });

  it('is none where it was made within the same step of the clock, in which the file may have been written again', async () => {
    const of = { bytes: 3, modifiedMs: Date.now() + hourMs };
    await writeInside(named, 'runs/1/y', ['abc'], of.modifiedMs);
    expect(statSync(copy()).mtimeMs).toBeCloseTo(of.modifiedMs, 0);
    expect(hasCopy(named, 'runs/1/y', of)).toBe(false);
  });

  it('leads nowhere else', () => {
    expect(hasCopy(join(named, 'runs'), '../runs/1/y', made)).toBe(false);
  });
});
