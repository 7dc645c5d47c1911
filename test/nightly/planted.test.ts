/** Plants each wrong change in a copy of the program, one by one: the tests that are said to notice it must fail. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plantedChanges } from '../planted/planted-changes.ts';

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'doeflow-planted-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  symlinkSync(join(process.cwd(), 'dist'), join(copy, 'dist'));
  // Its packages one by one: what tools keep beside them, such as programs that tests compile, is made of the copy's own sources.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (/^\.(?!bin$)/u.test(name)) continue;
    symlinkSync(join(process.cwd(), 'node_modules', name), join(copy, 'node_modules', name));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function passes(tests: readonly string[]): boolean {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--bail', '1', ...tests], {
    ...{ cwd: copy, stdio: 'ignore', timeout: 600_000 },
    // Of the run that this one is part of nothing may be inherited.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  });
  return status === 0;
}

it('the tests pass without a wrong change', () => {
  expect(passes([...new Set(plantedChanges.flatMap(({ noticedBy }) => noticedBy))])).toBe(true);
}, 900_000);

it.each(plantedChanges)(
  '$what: is noticed',
  ({ file, from, to, noticedBy }) => {
    const place = join(copy, file);
    const text = readFileSync(place, 'utf8');
    writeFileSync(
      place,
      text.replace(from, () => to),
    );
    try {
      expect(passes(noticedBy)).toBe(false);
    } finally {
      writeFileSync(place, text);
    }
  },
  900_000,
);
