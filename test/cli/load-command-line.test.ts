/** The compiled command line leaves V8's code for the next start, and runs without it as with it. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { distFolder } from '../kit/dist-folder.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const scratch = temporaryFolder(afterAll);
const program = join(distFolder(), 'src/cli/main.js');
let cache: string;
let count = 0;

beforeEach(() => {
  count += 1;
  cache = join(scratch, `cache-${count}`);
});

/** What `doeflow designs` prints. */
function designs(...words: readonly string[]): string {
  const line = [program, ...(words.length === 0 ? ['designs'] : words)];
  const { stdout, stderr, status } = spawnSync(process.execPath, line, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: scratch, XDG_CACHE_HOME: cache, NO_COLOR: '1' },
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

function keptBuilds(): readonly string[] {
  const folder = join(cache, 'doeflow', 'code');
  return readdirSync(folder).map((name) => join(folder, name));
}

function keptFiles(): readonly string[] {
  const [folder = '', ...others] = keptBuilds();
  expect(others).toEqual([]);
  return readdirSync(folder).map((name) => join(folder, name));
}

function keptFile(verb = 'designs'): string {
  return keptFiles().find((path) => basename(path) === verb) ?? '';
}

it('keeps code for its owner only, of each verb what it needs', () => {
  const first = designs();
  const alone = statSync(keptFile());
  expect(alone.mode & 0o777).toBe(0o600);
  expect(designs()).toBe(first);
  designs('list');
  designs('--help');
  expect(
    keptFiles()
      .map((path) => basename(path))
      .sort(),
  ).toEqual(['designs', 'list', 'no-verb']);
  expect(statSync(keptFile()).mtimeMs).toBe(alone.mtimeMs);
  expect(statSync(keptFile('no-verb')).size).toBeLessThan(statSync(keptFile('list')).size);
  expect(designs()).toBe(first);
});

it('keeps it anew where a verb needed much more than before', () => {
  designs('plan', '--help');
  const little = statSync(keptFile('plan')).size;
  const study = join(scratch, 'beam');
  designs('init', study);
  designs('plan', study, '--json');
  const whole = statSync(keptFile('plan'));
  expect(whole.size).toBeGreaterThan(1.2 * little);
  designs('plan', study, '--json');
  designs('plan', '--help');
  expect(statSync(keptFile('plan')).mtimeMs).toBe(whole.mtimeMs);
});

it.each([
  ['is cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['is empty', () => Buffer.alloc(0)],
  ['has another byte', (bytes: Buffer) => bytes.fill(7, bytes.length - 2000, bytes.length - 1990)],
])('compiles again where what is kept %s, and keeps that', (_, damage) => {
  const first = designs();
  const file = keptFile();
  const whole = readFileSync(file).length;
  writeFileSync(file, damage(readFileSync(file)));
  expect(designs()).toBe(first);
  expect(readFileSync(file).length).toBeGreaterThan(0.9 * whole);
  expect(designs()).toBe(first);
});

it('runs no code that others could have written', () => {
  designs();
  const file = keptFile();
  chmodSync(file, 0o620);
  utimesSync(file, 1, 1);
  designs();
  // Compiled again, as if there were none.
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(file).mtimeMs).toBeGreaterThan(1e6);
});

it('runs where nothing can be kept', () => {
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'doeflow'), 'a file in the way');
  expect(designs()).toContain('latin-hypercube');
});

it('keeps the newest four builds, and of each the newest verbs', () => {
  designs();
  const [build = ''] = keptBuilds();
  for (const age of [10, 20, 30, 40, 50]) {
    const old = `${build.slice(0, -2)}${age}`;
    mkdirSync(old);
    writeFileSync(join(old, 'list'), '');
    utimesSync(old, age, age);
  }
  for (let age = 10; age < 40; age += 1) {
    writeFileSync(join(build, `verb-${age}`), '');
    utimesSync(join(build, `verb-${age}`), age, age);
  }
  designs('list');
  expect(keptBuilds()).toHaveLength(4);
  expect(keptBuilds()).toContain(build);
  const verbs = readdirSync(build);
  expect(verbs).toHaveLength(24);
  expect(verbs).toEqual(expect.arrayContaining(['designs', 'list', 'verb-39']));
});
