import { expect, it } from 'vitest';
import { idsOfJobs } from '../../src/look/look-at-study.ts';
import { progress } from '../cli/watch/watch-states.ts';

it('asks the workflow that has a job now, also where another one had it first', () => {
  const jobs = [
    { jobNumber: 1, runs: 4, phase: 'done' },
    { jobNumber: 2, runs: 4, phase: 'waiting' },
    { jobNumber: 3, runs: 4, phase: 'collecting', again: 2 },
  ] as const;
  expect(idsOfJobs(progress({ studyId: 'beam-1', jobs }))).toEqual([
    'beam-1-job-2',
    'beam-1-job-3-again-2',
  ]);
});
