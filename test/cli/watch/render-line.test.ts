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

  it('has a key that changes with the study and not with the time', () => {
    const state = watchState();
    expect(lineKey({ ...state, elapsedMs: 99_000, left: undefined })).toBe(lineKey(state));
    const further = progress({ runs: { total: 24, done: 16, failed: 1, submitted: 7 } });
    expect(lineKey({ ...state, progress: further })).not.toBe(lineKey(state));
  });
});
