import { expect, it } from 'vitest';
import { localPace, remotePace } from '../../src/run/messages.ts';
import { firstWaitOf } from '../../workflows/doe-job/collect-early.ts';

it('a job among many is looked at the less often, so that those of a study together are four times a second at most', () => {
  const first = (abreast?: number): number =>
    firstWaitOf({ pace: remotePace, ...(abreast === undefined ? {} : { abreast }) });
  expect([undefined, 1, 4, 40, 100, 1000].map(first)).toEqual([
    ...[10_000, 10_000, 10_000, 10_000],
    ...[25_000, 250_000],
  ]);
  expect(firstWaitOf({ pace: localPace, abreast: 4 })).toBe(1_000);
});
