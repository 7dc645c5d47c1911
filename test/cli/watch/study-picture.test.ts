import { describe, expect, it } from 'vitest';
import { nothingSeen, pictureOf, remember } from '../../../src/cli/watch/study-picture.ts';
import { endedRuns } from '../../../src/cli/watch/watch-state.ts';
import { platformDown, progress } from './watch-states.ts';

const now = new Date('2026-11-21T11:02:45Z');

const running = {
  ...{ closed: false, isBlind: false, troubles: [] },
  runsInside: new Map<string, number>(),
};

describe('what the looks at a study add up to', () => {
  it('is no picture before a look saw the study', () => {
    const memory = remember(nothingSeen, running, 100, now);
    expect(pictureOf(memory, { elapsedMs: 100, over: false, now })).toBeUndefined();
  });

  it('keeps the runs inside a job and the latest progress when a look sees nothing', () => {
    const first = remember(
      nothingSeen,
      { ...running, progress: progress(), runsInside: new Map([['AbCdEf', 4]]) },
      1_000,
      now,
    );
    const second = remember(first, { ...running, troubles: [platformDown] }, 2_000, now);
    expect({ ...second, troubles: [] }).toEqual(first);
    expect(pictureOf(second, { elapsedMs: 2_000, over: false, now })).toMatchObject({
      progress: { runs: { done: 15 } },
      runsInside: new Map([['AbCdEf', 4]]),
      troubles: [platformDown],
    });
  });

  it('keeps what is waited for while somebody who may know of it does not answer', () => {
    const looks = [
      { ...running, progress: progress(), troubles: [platformDown] },
      { ...running, progress: progress(), isBlind: true },
    ];
    const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
    const memory = looks.reduce(
      (kept, look, index) => remember(kept, look, 0, at(60 * index)),
      nothingSeen,
    );
    expect(memory.troubles).toMatchObject([{ trouble: platformDown }]);
    const seen = remember(memory, { ...running, progress: progress() }, 0, at(120));
    expect(seen.troubles).toEqual([]);
  });

  it('counts a run once that was collected while its job executes', () => {
    const change = { done: 4, failed: 1, failures: [] };
    const collected = { runs: 5, change, retryable: 0 };
    const job = { jobNumber: 1, runs: 10, phase: 'waiting', jobId: 'a', collected } as const;
    const state = progress({ runs: { total: 24, done: 4, failed: 1, submitted: 5 }, jobs: [job] });
    expect(endedRuns({ progress: state, runsInside: new Map([['a', 7]]) })).toBe(7);
    expect(endedRuns({ progress: state, runsInside: new Map([['a', 3]]) })).toBe(5);
    const collecting = { ...state, jobs: [{ ...job, phase: 'collecting' as const }] };
    expect(endedRuns({ progress: collecting, runsInside: new Map() })).toBe(10);
    const stopped = {
      ...state,
      jobs: [{ ...job, phase: 'collecting' as const, stopped: true as const }],
    };
    expect(endedRuns({ progress: stopped, runsInside: new Map([['a', 7]]) })).toBe(7);
  });

  it('estimates the time left while the study runs, and not after its end', () => {
    const counts = { total: 24, failed: 0, submitted: 24 };
    const memory = [1, 3, 5, 7].reduce(
      (kept, done) =>
        remember(
          kept,
          { ...running, progress: progress({ jobs: [], runs: { ...counts, done } }) },
          done * 1_000,
          now,
        ),
      nothingSeen,
    );
    const left = pictureOf(memory, { elapsedMs: 7_000, over: false, now })?.left;
    expect(left?.lowMs).toBeLessThanOrEqual(17_000);
    expect(left?.highMs).toBeGreaterThanOrEqual(17_000);
    expect(pictureOf(memory, { elapsedMs: 7_000, over: true, now })?.left).toBeUndefined();
  });
});
