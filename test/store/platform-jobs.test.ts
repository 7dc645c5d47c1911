import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  keepJobHours,
  keepOutcomes,
  keepPlatformJob,
  layout,
  openStore,
  readJobHours,
  readJobsLeft,
  readPlatformJobs,
  readRunsUnderWay,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
let folder: DocumentFolder;
beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  folder = (await openStore(root)).study('beam-1');
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

describe('runs that are under way', () => {
  const at = (hour: number): string => `2026-05-01T${hour}:00:00.000Z`;
  const prepare = (jobNumber: number, first: number) =>
    folder.write(layout.jobSpec(jobNumber), {
      ...{ jobNumber, jobName: '', searchTag: '', jobTag: '', attemptKey: '', expectedRuns: 2 },
      ...{ runs: { first, last: first + 1 }, files: [], inputsTemplate: { name: '', sha256: '' } },
    });

  it('are those of jobs that were submitted and are not collected', async () => {
    expect(await readRunsUnderWay(folder)).toEqual(new Set());
    for (const jobNumber of [1, 2, 3, 4]) {
      await keepPlatformJob(folder, jobNumber, `p${jobNumber}`);
      await prepare(jobNumber, 2 * jobNumber);
      if (jobNumber !== 3) await folder.write(layout.submitTried(jobNumber), { at: at(12) });
    }
    await keepOutcomes(folder, 2, []);
    // One that was submitted and whose spec is gone tells no runs.
    await keepPlatformJob(folder, 5, 'p5');
    await folder.write(layout.submitTried(5), { at: at(12) });
    expect(await readRunsUnderWay(folder)).toEqual(new Set([2, 3, 8, 9]));
  });

  it('are not counted on where their job was submitted before a time', async () => {
    for (const [index, hour] of [11, 12, 13].entries()) {
      await keepPlatformJob(folder, index + 1, `p${index}`);
      await prepare(index + 1, 10 * index);
      await folder.write(layout.submitTried(index + 1), { at: at(hour) });
    }
    expect(await readRunsUnderWay(folder, new Date(at(12)))).toEqual(new Set([10, 11, 20, 21]));
  });

  it('are not those of a record whose name only looks like a platform job’s', async () => {
    await prepare(1, 1);
    await folder.write(layout.submitTried(1), { at: at(12) });
    for (const name of ['x1-platform.json', '1-platform.json.bak'])
      await folder.sink({ name: `jobs/${name}` })(['{"jobId": "p1"}']);
    expect(await readJobsLeft(folder)).toEqual([]);
    expect(await readRunsUnderWay(folder)).toEqual(new Set());
  });
});
