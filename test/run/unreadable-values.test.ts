import { expect, it } from 'vitest';
import { noteUnreadable, type RunOutcome } from '../../src/run/index.ts';

const outcome = (run: number, message?: string, status: RunOutcome['status'] = 'Done') => ({
  ...{ run, attempt: 1, jobNumber: 1, status, values: {} },
  ...(message === undefined ? {} : { message }),
});

it('one sentence tells of done runs whose optional outputs could not be read', () => {
  const others = [outcome(1), outcome(2, 'ended with exit code 1', 'Failed')];
  expect(noteUnreadable(others)).toEqual([]);
  expect(noteUnreadable([outcome(7, 'size …'), ...others, outcome(3, 'count …')])).toEqual([
    '2 done runs have an optional output that is there but could not be read, such as run 3: count …',
  ]);
});
