import { describe, expect, it } from 'vitest';
import { readRunsInside } from '../../src/look/read-runs-inside.ts';

describe('runs inside jobs', () => {
  it('come from the heartbeats of the waiting activity', () => {
    const details = [{ jobs: [{ jobId: 'a', status: 'Executing', runsDone: 3 }, { jobId: 'b' }] }];
    expect(readRunsInside(details)).toEqual(new Map([['a', 3]]));
  });

  it.each([
    [[]],
    [[undefined]],
    [[null, 7, 'x']],
    [[{ jobs: 'none' }]],
    [[{ jobs: [null, 3, { jobId: 3, runsDone: 3 }, { jobId: 'a', runsDone: '3' }] }]],
    [[{ jobs: [{ jobId: 'a', runsDone: -1 }] }]],
    [[{ jobs: [{ jobId: 'a', runsDone: Number.NaN }] }]],
  ])('pass over what they do not know: %j', (details) => {
    expect(readRunsInside(details).size).toBe(0);
  });
});
