/** Other people's tools read what we archive: PyPI's `bagit` and `roc-validator` accept what we accept and refuse what we refuse. */
import { execFile } from 'node:child_process';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openArchiveDestination,
  safePaths,
  verifyDestination,
  writeStudyCrate,
} from '../../src/archive/index.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { openStore } from '../../src/store/index.ts';
import { archiveJob, claimedDestination } from '../archive/archive-kit.ts';
import { endStudy } from '../archive/ended-study.ts';

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), 'archive-validators-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Folder of the programs; a ready one can be named, as pip takes a minute. */
const ready = process.env['DOEFLOW_TEST_VALIDATORS'];
const programs = ready ?? join(scratch, 'python/bin');
const studyId = 'beam-20260101-000000';
const pass = { passTime: '2026-01-02T03:00:00.000Z', jobs: [{ jobId: 'abc', version: 1 }] };
const original = join(scratch, 'original');
const bag = 'jobs/abc/v1';
const crate = `studies/${studyId}/v1`;

const oddNames = ['a:b.txt', '50%.txt', 'New\nline', '$HOME', ' ~x', 'Übersicht (2).csv', 'A', 'a'];

beforeAll(async () => {
  if (ready === undefined) {
    await run('python3', ['-m', 'venv', join(scratch, 'python')]);
    const packages = ['bagit==1.9.0', 'roc-validator==0.13.0', 'rocrate==0.13.0'];
    await run(join(programs, 'pip'), ['install', '-q', ...packages]);
  }
  const destination = await claimedDestination(openFolderStore(original), {
    engineId: 'e',
    platform: { kind: 'local', key: 'k', home: '/home/a' },
  });
  const places = safePaths(oddNames);
  await archiveJob(destination, 'abc', {
    'job.json': '{}',
    'outputs/run1/out.txt': 'stress 3\n',
    ...Object.fromEntries(
      oddNames.map((name) => [`outputs/run2/${places.get(name) ?? ''}`, `${name}\n`]),
    ),
  });
  const store = await openStore(join(scratch, 'store'));
  await endStudy(store, 'studies/cantilever-beam', studyId);
  await writeStudyCrate(destination, store, studyId, pass);
}, 300_000);

async function accepts(program: string, args: readonly string[], cwd = scratch): Promise<boolean> {
  try {
    await run(program, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
    return true;
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === 'number') return false;
    throw error;
  }
}

/** What each tool says of a destination. */
async function judge(root: string) {
  const validator = join(import.meta.dirname, 'validate-crate.py');
  const strict = ['--no-cache', '--no-paging', '--requirement-severity', 'RECOMMENDED'];
  return {
    ours: (await verifyDestination(openFolderStore(root))).whole,
    bagit: await accepts(join(programs, 'bagit.py'), ['--validate', join(root, bag)]),
    sums: await accepts(
      'sha256sum',
      ['--check', '--strict', '--quiet', 'manifest-sha256.txt'],
      join(root, crate),
    ),
    crate: await accepts(join(programs, 'python'), [
      validator,
      '-y',
      'validate',
      ...strict,
      join(root, crate),
    ]),
  };
}

let copies = 0;
async function spoiled(spoil: (root: string) => Promise<void>): Promise<string> {
  copies += 1;
  const root = join(scratch, `copy-${copies}`);
  await cp(original, root, { recursive: true });
  await spoil(root);
  return root;
}

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

describe('an archive', () => {
  it.each(['https://creativecommons.org/licenses/by/4.0/', 'Free to use within the group'])(
    'whose order names the licence %s is accepted by all',
    async (license) => {
      const root = await spoiled(async (copy) => {
        await rm(join(copy, 'studies'), { recursive: true });
        await rm(join(copy, 'study-records'), { recursive: true });
        const store = await openStore(join(scratch, 'store'));
        const destination = await openArchiveDestination(openFolderStore(copy));
        await writeStudyCrate(destination, store, studyId, { ...pass, license });
      });
      const metadata = await readFile(join(root, crate, 'ro-crate-metadata.json'), 'utf8');
      expect(metadata).toContain(`"name": "${license}"`);
      expect(await judge(root)).toEqual({ ours: true, bagit: true, sums: true, crate: true });
    },
  );

  it('is accepted by all', async () => {
    expect(await judge(original)).toEqual({ ours: true, bagit: true, sums: true, crate: true });
  });

  const payload = `${bag}/data/outputs/run1/out.txt`;
  it.each<[string, (root: string) => Promise<void>]>([
    ['a flipped bit', (root) => flip(join(root, payload))],
    ['a missing file', (root) => rm(join(root, payload))],
    ['an added file', (root) => writeFile(join(root, `${bag}/data/more.txt`), 'x')],
    ['a renamed file', (root) => rename(join(root, payload), join(root, `${payload}2`))],
    ['a flipped bit in a manifest', (root) => flip(join(root, `${bag}/manifest-md5.txt`))],
  ])('with %s in a bag is refused by us and by bagit', async (_what, spoil) => {
    expect(await judge(await spoiled(spoil))).toMatchObject({ ours: false, bagit: false });
  });

  it.each<[string, (root: string) => Promise<void>, boolean]>([
    ['a flipped bit', (root) => flip(join(root, `${crate}/results.csv`)), true],
    ['a missing file', (root) => rm(join(root, `${crate}/results.csv`)), false],
    [
      'a renamed file',
      (root) => rename(join(root, `${crate}/results.csv`), join(root, `${crate}/result.csv`)),
      false,
    ],
  ])(
    'with %s in a crate is refused by us and by sha256sum, and by the validator where it looks',
    async (_what, spoil, looksAlike) => {
      expect(await judge(await spoiled(spoil))).toEqual({
        ...{ ours: false, bagit: true, sums: false },
        crate: looksAlike,
      });
    },
  );
});
