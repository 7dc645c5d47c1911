import { describe, expect, it } from 'vitest';
import {
  joinStreaks,
  noStreaks,
  streaksOf,
  type FailureReason,
  type RunOutcome,
} from '../../src/run/index.ts';

/** `.` is done, `x` failed by its solver, `p` was cut by the platform, `s` was stopped. */
function outcomesOf(ends: string): RunOutcome[] {
  const reasons: Record<string, FailureReason> = { x: 'exit-code', p: 'cut', s: 'stopped' };
  return [...ends].map((end, index) => ({
    ...{ run: index + 1, attempt: 1, jobNumber: 1, values: {} },
    status: end === '.' ? 'Done' : 'Failed',
    reason: reasons[end],
  }));
}

describe('the streaks of ended runs', () => {
  it('count failures before the first that is done, since the latest, and most in a row', () => {
    expect(streaksOf(outcomesOf('xx.xxx.x'))).toEqual({
      ...{ done: 2, failed: 6, failedFirst: 2, failedLast: 1, failedInRow: 3 },
    });
  });

  it('leave out what the platform did, and what was stopped on purpose', () => {
    expect(streaksOf(outcomesOf('pps'))).toEqual(noStreaks);
    expect(streaksOf(outcomesOf('xpx')).failedInRow).toBe(2);
  });

  it('follow the ends of the runs, not their numbers', () => {
    const [first, ...others] = outcomesOf('.xx').map((outcome, index) => ({
      ...outcome,
      endedAt: `2026-11-21T11:00:0${index}.000Z`,
    }));
    const last = { ...first, endedAt: '2026-11-21T12:00:00.000Z' } as RunOutcome;
    expect(streaksOf([last, ...others])).toMatchObject({ failedFirst: 2, failedLast: 0 });
  });

  it('follow the order given where the end of any run is not known', () => {
    const [first, second, third] = outcomesOf('.xx').map((outcome, index) => ({
      ...outcome,
      endedAt: `2026-11-21T11:00:0${9 - index}.000Z`,
    }));
    const dateless = { ...third, endedAt: undefined } as RunOutcome;
    expect(streaksOf([first, second, dateless] as RunOutcome[])).toMatchObject({
      ...{ failedFirst: 0, failedLast: 2 },
    });
    const dated = [first, second, third] as RunOutcome[];
    expect(streaksOf(dated)).toMatchObject({ failedFirst: 2, failedLast: 0 });
  });

  it('join where two jobs meet', () => {
    for (const [before, after] of [
      ['.x', 'xx.'],
      ['xx', 'xxx'],
      ['', 'x.'],
      ['x.x', ''],
    ] as const) {
      const [a, b] = [streaksOf(outcomesOf(before)), streaksOf(outcomesOf(after))];
      expect(joinStreaks(a, b)).toEqual(streaksOf(outcomesOf(before + after)));
    }
  });
});
