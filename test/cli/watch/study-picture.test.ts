import { describe, expect, it } from 'vitest';
import { nothingSeen, pictureOf, remember } from '../../../src/cli/watch/study-picture.ts';
import { progress } from './watch-states.ts';

const running = { closed: false, runsInside: new Map<string, number>() };

describe('what the looks at a study add up to', () => {
  it('is no picture before a look saw the study', () => {
    const memory = remember(nothingSeen, { ...running, trouble: 'the study is starting' }, 100);
    expect(pictureOf(memory, { elapsedMs: 100, over: false })).toBeUndefined();
  });

  it('keeps the runs inside a job and the latest progress when a look sees nothing', () => {
    const first = remember(
      nothingSeen,
      { ...running, progress: progress(), runsInside: new Map([['AbCdEf', 4]]) },
      1_000,
    );
    const trouble = 'Temporal does not answer; trying again';
    const second = remember(first, { ...running, trouble }, 2_000);
    expect(second).toEqual(first);
    expect(pictureOf(second, { elapsedMs: 2_000, trouble, over: false })).toMatchObject({
      progress: { runs: { done: 15 } },
      runsInside: new Map([['AbCdEf', 4]]),
      trouble,
    });
  });

  it('estimates the time left while the study runs, and not after its end', () => {
    const counts = { total: 24, failed: 0, submitted: 24 };
    const memory = [1, 3, 5, 7].reduce(
      (kept, done) =>
        remember(
          kept,
          { ...running, progress: progress({ jobs: [], runs: { ...counts, done } }) },
          done * 1_000,
        ),
      nothingSeen,
    );
    const left = pictureOf(memory, { elapsedMs: 7_000, over: false })?.left;
    expect(left?.lowMs).toBeLessThanOrEqual(17_000);
    expect(left?.highMs).toBeGreaterThanOrEqual(17_000);
    expect(pictureOf(memory, { elapsedMs: 7_000, over: true })?.left).toBeUndefined();
  });
});
