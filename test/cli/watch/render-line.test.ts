import { describe, expect, it } from 'vitest';
import { lineKey, renderLine } from '../../../src/cli/watch/render-line.ts';
import { hugeState, progress, watchState } from './watch-states.ts';

describe('the line for pipes', () => {
  it('says counts against the planned runs, the job and the time', () => {
    expect(renderLine(watchState())).toMatchInlineSnapshot(
      `"beam-load-20261121-110203: Running; 15/24 done, 8 submitted, 1 failed; job 1 Executing; elapsed 0:21, left 0:12 to 0:20"`,
    );
  });

  it('counts jobs when there are many', () => {
    expect(renderLine(hugeState())).toMatchInlineSnapshot(
      `"beam-load-20261121-110203: Running; 29000/100000 done, 1650 ended and not yet collected, 1350 submitted, 1000 failed; 691 jobs unfinished; elapsed 0:21, left 0:12 to 0:20"`,
    );
  });

  it.each([
    [
      'that run again',
      { total: 30, done: 0, failed: 30, submitted: 28, repeated: 28 },
      [{ reason: 'exit-code', count: 30 }],
      'Running; 0/30 done, 28 submitted, 2 failed; failed so far: 30x exit-code: bad (such as run 1); ',
    ],
    [
      'that a guard had stopped',
      { total: 40, done: 0, failed: 40, submitted: 0 },
      [
        { reason: 'exit-code', count: 6 },
        { reason: 'stopped', count: 34 },
      ],
      'Running; 0/40 done, 6 failed, 34 stopped; failed: 6x exit-code; ',
    ],
    [
      'that were stopped and go on',
      { total: 40, done: 6, failed: 34, submitted: 34, repeated: 34 },
      [{ reason: 'stopped', count: 34 }],
      'Running; 6/40 done, 34 submitted; elapsed',
    ],
    [
      'none, as all were mended',
      { total: 12, done: 12, failed: 0, submitted: 0 },
      [],
      'Running; 12/12 done; elapsed',
    ],
    [
      'more than were read',
      { total: 40, done: 0, failed: 40, submitted: 0 },
      [{ reason: 'exit-code', count: 40 }],
      '40 failed; failed: 30x exit-code: bad (such as run 1); 10 more failed; ',
    ],
  ] as const)('tells each run once, of failed runs %s', (_, runs, failures, told) => {
    const causes = [{ reason: 'exit-code', message: 'bad', runs: 30, example: 1 }];
    const state = progress({ runs, failures, jobs: [] });
    expect(renderLine(watchState({ progress: state, causes, left: undefined }))).toContain(told);
  });

  it('says how far the copy of the results is while it is made', () => {
    const state = watchState({ copying: { copied: 41_200, of: 100_000 }, left: undefined });
    expect(renderLine(state)).toContain('; copying results: 41,200 of 100,000 runs; elapsed');
    expect(lineKey(state)).not.toBe(
      lineKey({ ...state, copying: { copied: 41_300, of: 100_000 } }),
    );
  });

  it('has a key that changes with the study and not with the time', () => {
    const state = watchState();
    expect(lineKey({ ...state, elapsedMs: 99_000, left: undefined })).toBe(lineKey(state));
    const further = progress({ runs: { total: 24, done: 16, failed: 1, submitted: 7 } });
    expect(lineKey({ ...state, progress: further })).not.toBe(lineKey(state));
  });
});
