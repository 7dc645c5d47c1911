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
import { join } from 'node:path';
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
function designs(verb = 'designs'): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, verb], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: scratch, XDG_CACHE_HOME: cache, NO_COLOR: '1' },
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

function keptFiles(): readonly string[] {
  const folder = join(cache, 'doeflow', 'code');
  return readdirSync(folder).map((name) => join(folder, name));
}

function keptFile(): string {
  const [file = '', ...others] = keptFiles();
  expect(others).toEqual([]);
  return file;
}

it('keeps code for its owner only, and adds to it what another verb needs', () => {
  const first = designs();
  const file = keptFile();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const alone = statSync(file);
  expect(designs()).toBe(first);
  expect(statSync(file).mtimeMs).toBe(alone.mtimeMs);
  designs('list');
  expect(statSync(keptFile()).size).toBeGreaterThan(alone.size);
  expect(designs()).toBe(first);
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

it('keeps the newest four', () => {
  designs();
  const file = keptFile();
  for (const age of [10, 20, 30, 40, 50]) {
    const old = `${file.slice(0, -2)}${age}`;
    writeFileSync(old, '');
    utimesSync(old, age, age);
  }
  designs('list');
  expect(keptFiles()).toHaveLength(4);
  expect(keptFiles()).toContain(file);
});
