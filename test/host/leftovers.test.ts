import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import { readRecords, recordPrograms } from '../../src/host/supervisor/leftovers.ts';
import { ProgramSet } from '../../src/host/supervisor/program-set.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-leftovers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programs = [{ name: 'worker', pid: 1, mark: '1' }];

function setOf(home: string): ProgramSet {
  return new ProgramSet(homeFiles(home), {
    onChange: () => undefined,
    onGivenUp: () => undefined,
    mayGiveUp: () => true,
    report: () => undefined,
  });
}

it('a home in which nothing runs any more has no list of programs', async () => {
  const home = join(folder, 'ended');
  mkdirSync(home);
  const { programs: path } = homeFiles(home);
  recordPrograms(path, programs);
  expect(readRecords(path)).toEqual(programs);
  await setOf(home).stopAll();
  expect(existsSync(path)).toBe(false);
});

it('a home that is removed while its programs end is not made anew', async () => {
  const home = join(folder, 'removed');
  await setOf(home).stopAll();
  recordPrograms(homeFiles(home).programs, programs);
  expect(existsSync(home)).toBe(false);
});
