import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  keepJobHours,
  keepOutcomes,
  keepPlatformJob,
  layout,
  openStore,
  readJobHours,
  readJobsLeft,
  readPlatformJobs,
  type DocumentFolder,
} from '../../src/store/index.ts';

let root = '';
let folder: DocumentFolder;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-platform-jobs-'));
  folder = (await openStore(root)).study('beam-1');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('the platform’s id of a job', () => {
  it('is kept once for all, with the word that all its submits are kept only where it was just made', async () => {
    expect(await keepPlatformJob(folder, 1, 'a', true)).toBe('a');
    expect(await keepPlatformJob(folder, 1, 'b', true)).toBe('a');
    expect(await folder.read(layout.platformJob(1))).toEqual({ jobId: 'a', triesAreKept: true });
    expect(await keepPlatformJob(folder, 2, 'c')).toBe('c');
    expect(await keepPlatformJob(folder, 2, 'c', true)).toBe('c');
    expect(await folder.read(layout.platformJob(2))).toEqual({ jobId: 'c' });
  });

  it('is listed up to a number, and where its job is not collected yet', async () => {
    expect(await readJobsLeft(folder)).toEqual([]);
    for (const jobNumber of [10, 1, 9, 3])
      await keepPlatformJob(folder, jobNumber, `p${jobNumber}`);
    await keepOutcomes(folder, 9, []);
    expect(await readPlatformJobs(folder, 9)).toEqual([
      { jobNumber: 1, jobId: 'p1' },
      { jobNumber: 3, jobId: 'p3' },
      { jobNumber: 9, jobId: 'p9' },
    ]);
    expect(await readJobsLeft(folder)).toEqual([
      { jobNumber: 1, jobId: 'p1' },
      { jobNumber: 3, jobId: 'p3' },
      { jobNumber: 10, jobId: 'p10' },
    ]);
  });
});

it('the hours of a job are those that were kept last, and none of a job that never ran', async () => {
  expect(await readJobHours(folder, 1)).toBe(0);
  await keepJobHours(folder, 1, 2.5);
  await keepJobHours(folder, 1, 3);
  expect([await readJobHours(folder, 1), await readJobHours(folder, 2)]).toEqual([3, 0]);
});
