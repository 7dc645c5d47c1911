import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, snapshotStudy } from '../../../src/store/index.ts';
import { readStudy } from '../../../src/study-file/index.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

let root = '';
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
    studyId: 'rosenbrock-20260101-000000',
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
