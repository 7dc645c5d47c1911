import { describe, expect, it } from 'vitest';
import { cutJobs, type JobCutting } from '../../src/study/cut-jobs.ts';

const cutting: JobCutting = {
  ...{ runCount: 20, cases: 1, runsPerJob: 8, includesNominalRun: false, mayUseCaseFile: false },
};
const sizesOf = (settings: Partial<JobCutting>): number[] =>
  cutJobs({ ...cutting, ...settings }).map(({ expectedRuns }) => expectedRuns);

describe('a canary', () => {
  it('takes the first runs as a job of its own; all runs are cut once', () => {
    const jobs = cutJobs({ ...cutting, canary: 3 });
    expect(jobs.map(({ firstRun, lastRun }) => [firstRun, lastRun])).toEqual([
      [1, 3],
      [4, 11],
      [12, 19],
      [20, 20],
    ]);
    expect(sizesOf({ canary: 3, runsPerJob: Number.MAX_SAFE_INTEGER })).toEqual([3, 17]);
  });

  it('is never larger than a job may be, and takes the nominal run with it', () => {
    expect(sizesOf({ canary: 100 })).toEqual([8, 8, 4]);
    expect(sizesOf({ canary: 2, includesNominalRun: true })).toEqual([3, 8, 8, 2]);
  });

  it('leaves case files to jobs of whole rows', () => {
    const crossed = { cases: 4, mayUseCaseFile: true };
    const usesOf = (canary: number): boolean[] =>
      cutJobs({ ...cutting, ...crossed, canary }).map(({ usesCaseFile }) => usesCaseFile);
    expect(usesOf(4)).toEqual([true, true, true]);
    expect(usesOf(2)).toEqual([false, false, false, false]);
  });
});
