import { describe, expect, it } from 'vitest';
import { jobsWithoutRuns } from '../../../src/study/amend/without-runs.ts';
import { runsOfJob } from '../../../src/study/partial-job.ts';
import type { Plan } from '../../../src/study/plan.ts';

const job = (jobNumber: number, firstRun: number, expectedRuns: number) => ({
  ...{ jobNumber, firstRun, lastRun: firstRun + expectedRuns - 1, expectedRuns },
  usesCaseFile: true,
});

const plan = {
  ...{ runCount: 6, includesNominalRun: true, rows: 6, cases: 1, replicates: 1 },
  jobs: [job(1, 0, 3), job(2, 3, 2), job(3, 5, 2)],
} as unknown as Plan;

describe('the jobs of a plan without some of its runs', () => {
  it('keep their numbers; those that lose some are no full product, and one that loses all is empty', () => {
    const jobs = jobsWithoutRuns(plan, new Set([2, 3, 4]));
    expect(jobs.map(runsOfJob)).toEqual([[0, 1], [], [5, 6]]);
    expect(jobs).toMatchObject([
      { jobNumber: 1, expectedRuns: 2, usesCaseFile: false },
      { jobNumber: 2, expectedRuns: 0, usesCaseFile: false },
      { jobNumber: 3, expectedRuns: 2, usesCaseFile: true },
    ]);
  });
});
