import { expect, it } from 'vitest';
import { jobJson } from '../../../src/cli/studies/job-json.ts';
import type { JobProgress } from '../../../src/run/messages.ts';

const job: JobProgress = {
  ...{ jobNumber: 1, runs: 24, phase: 'waiting', jobId: 'J1' },
  collected: { runs: 20, change: { done: 19, failed: 1, failures: [] }, retryable: 0 },
};

it('a job in flight tells what of it is in the counts of the study', () => {
  expect(jobJson(job)).toEqual(job);
});

it.each(['done', 'failed'] as const)('one that is %s says no less than what is there', (phase) => {
  expect(jobJson({ ...job, phase })).toEqual({ jobNumber: 1, runs: 24, phase, jobId: 'J1' });
});
