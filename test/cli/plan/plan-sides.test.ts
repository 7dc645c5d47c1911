import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  keepRevision,
  keepStudyFiles,
  layout,
  openStore,
  snapshotStudy,
} from '../../../src/store/index.ts';
import { readStudy } from '../../../src/study-file/index.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

let root = '';
const studyId = 'rosenbrock-20260101-000000';
const diff = (study: string, other: string) =>
  doeflowInProcess(['plan', join(root, study), '--diff', other], { DOEFLOW_HOME: root });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-sides-'));
  for (const name of ['started', 'copy', 'new']) {
    cpSync(`studies/${name === 'new' ? 'ishigami' : 'rosenbrock'}`, join(root, name), {
      recursive: true,
    });
  }
  const store = await openStore(join(root, 'store'));
  await snapshotStudy(store, await readStudy(join(root, 'started')), {
    studyId,
    ...{ planHash: '', createdAt: new Date('2026-01-01T00:00:00Z'), engineVersion: '0' },
    platform: { kind: 'configured', baseUrl: 'https://platform.example/' },
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(['', 'study.yaml'])('compares no study with itself: "%s"', async (file) => {
  const { exitCode, stdout, stderr } = await diff('new', join(root, 'new', file));
  expect([exitCode, stdout]).toEqual([6, '']);
  expect(stderr).toContain('No study "ishigami" was started yet, so there is nothing to compare');
});

it('takes the study that was started last of it, whatever its folder is called', async () => {
  const { exitCode, stdout } = await diff('started', join(root, 'started'));
  expect(exitCode).toBe(0);
  expect(stdout).toContain('rosenbrock-20260101-000000');
});

it('compares with another folder', async () => {
  const { exitCode, stdout } = await diff('started', join(root, 'copy'));
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Both plans are the same')]);
});

it('says that a study which is done has no such run, and that none of it failed', async () => {
  const folder = (await openStore(join(root, 'store'))).study(studyId);
  await folder.write(layout.status, {
    ...{ studyId, studyName: 'rosenbrock', planHash: '', state: 'Finished', activity: '' },
    ...{ jobs: [], failures: [], notes: [] },
    runs: { total: 200, done: 200, failed: 0, submitted: 0 },
  });
  const retry = (...args: string[]) =>
    doeflowInProcess(['retry', studyId, ...args], { DOEFLOW_HOME: root });
  const unknown = await retry('--runs', '999');
  expect([unknown.exitCode, unknown.stdout]).toEqual([5, '']);
  expect(unknown.stderr).toContain('There is no run 999: the study has runs 1 to 200');
  const done = await retry('--runs', '3');
  expect([done.exitCode, done.stderr]).toEqual([5, expect.stringContaining('have not failed: 3')]);
  expect((await retry('--failed')).stdout).toContain('has no failed run');
});

it('compares with the files as they were mended last', async () => {
  const store = await openStore(join(root, 'store'));
  const folder = store.study(studyId);
  const mended = join(root, 'mended');
  cpSync('studies/rosenbrock', mended, { recursive: true });
  const file = join(mended, 'study.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('rosenbrock.mjs point', 'r.mjs point'));
  cpSync(join(mended, 'rosenbrock.mjs'), join(mended, 'r.mjs'));
  writeFileSync(file, readFileSync(file, 'utf8').replace('[rosenbrock.mjs]', '[r.mjs]'));
  const kept = await keepStudyFiles(store, await readStudy(mended));
  await keepRevision(folder, await folder.read(layout.snapshot), kept, {
    ...{ createdAt: '2026-01-02T00:00:00.000Z', engineVersion: '0', runs: 'failed' },
  });
  const { stdout } = await diff('mended', studyId);
  expect(stdout).toContain(`${studyId} (revision 2 of its files)`);
  expect(stdout).toContain('Both plans are the same');
  expect((await diff('started', studyId)).stdout).toContain('r.mjs');
});
