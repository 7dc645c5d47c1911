import { expect, it } from 'vitest';
import { createForesight } from '../../../activities/jobs/foresee-end.ts';

it('foresees the end of the job that ends first, by the pace of its runs since they were counted first', () => {
  let nowMs = 5_000;
  const leftMs = createForesight(() => nowMs);
  const job = (jobId: string, runsDone: number, runsTotal = 1_000) => ({
    ...{ jobId, status: 'Executing', runsDone, runsTotal },
  });
  expect(leftMs([])).toBeUndefined();
  expect(leftMs([job('a', 100), { jobId: 'b', status: 'Executing' }])).toBeUndefined();
  nowMs += 2_000;
  // 20 ms a run, 700 left.
  expect(leftMs([job('a', 200)])).toBe(16_000);
  nowMs += 1_000;
  // The same count still: what it said is a second nearer.
  expect(leftMs([job('a', 200)])).toBe(15_000);
  expect(leftMs([job('a', 200), job('c', 0)])).toBe(15_000);
  nowMs += 1_000;
  expect(leftMs([job('a', 400), job('c', 990)])).toBeCloseTo(10.1, 0);
  nowMs += 60_000;
  expect(leftMs([job('a', 400)])).toBe(0);
});
