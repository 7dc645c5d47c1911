import { describe, expect, it } from 'vitest';
import { changeOf } from '../../src/run/count-outcomes.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { hasToRun, notDoneAnew, noteFailedAnew } from '../../src/run/not-done-anew.ts';

const outcome = (
  attempt: number,
  status: 'Done' | 'Failed',
  further: Partial<RunOutcome> = {},
) => ({
  ...{ run: 3, attempt, jobNumber: attempt, status, values: {}, ...further },
});
const first = outcome(1, 'Done');

describe('a run that is to run again', () => {
  const asked = new Map([[3, [2, 4]]]);

  it.each([
    ['has to run where it never ran so', [first], true],
    [
      'has to run where it ran with an older revision alone',
      [first, outcome(2, 'Done', { revision: 2 })],
      true,
    ],
    [
      'has to run where it was stopped',
      [first, outcome(2, 'Failed', { revision: 4, reason: 'stopped' })],
      true,
    ],
    [
      'has run where it failed so',
      [first, outcome(2, 'Failed', { revision: 4, reason: 'timeout' })],
      false,
    ],
  ])('%s', (_what, attempts, isLeft) => {
    expect(notDoneAnew(asked, [attempts]).map(hasToRun)).toEqual([isLeft]);
  });

  it('is over once it is done with that revision, or a later one', () => {
    expect(notDoneAnew(asked, [[first, outcome(2, 'Done', { revision: 5 })]])).toEqual([]);
  });

  it('stays done in the counts, however it ends', () => {
    const runs = [{ run: 3, platformRun: 1, attempt: 2, spent: {}, done: true }] as const;
    const nothing = { done: 0, failed: 0, failures: [] };
    expect(changeOf(runs, [outcome(2, 'Done')])).toEqual(nothing);
    expect(changeOf(runs, [outcome(2, 'Failed', { reason: 'timeout' })])).toEqual(nothing);
  });

  it('is told where it failed and its row is the one of before', () => {
    expect(noteFailedAnew([[first]])).toEqual([]);
    const failed = outcome(2, 'Failed', { revision: 4, reason: 'timeout' });
    expect(noteFailedAnew([[first], [failed]])).toEqual([
      expect.stringMatching(
        /^1 run that ran again failed \(3\): .*revision 1; with revision 4 it failed \(timeout\)/u,
      ),
    ]);
    expect(noteFailedAnew([[outcome(1, 'Failed')], [failed]])).toEqual([]);
  });
});
