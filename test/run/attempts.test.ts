import { describe, expect, it } from 'vitest';
import { attemptsByRun, mayRunAgain, spendOn, spentBefore } from '../../src/run/attempts.ts';
import { countCollected } from '../../src/run/count-outcomes.ts';
import type { RunOutcome } from '../../src/run/index.ts';

const retries = { platform: 1, timeout: 0, solver: 0, output: 0 };
const failed = (attempt: number, further: Partial<RunOutcome> = {}): RunOutcome => ({
  ...{ run: 1, attempt, jobNumber: attempt, status: 'Failed', reason: 'cut', values: {} },
  ...further,
});
const lost = (attempt: number, reason: RunOutcome['reason'] = 'not-started'): RunOutcome =>
  failed(attempt, { reason, lostWithCluster: true });

describe('a run that was lost with its cluster', () => {
  it('has spent none of its tries, however often that was', () => {
    const attempts = [lost(1), lost(2, 'cut'), lost(3), failed(4)];
    const latest = lost(5);
    const before = spentBefore(latest, [...attempts, latest]);
    expect(before).toEqual({ platform: 1 });
    expect(spendOn(before, latest)).toEqual({ platform: 1 });
    expect(mayRunAgain(latest, before, retries)).toBe(true);
    expect(mayRunAgain(failed(5), before, retries)).toBe(false);
    expect(mayRunAgain(latest, before, { ...retries, platform: 0 })).toBe(false);
  });

  it('counts as one that runs again', () => {
    const run = { platformRun: 1, run: 1, attempt: 3, spent: { platform: 1 } };
    expect(countCollected([run], [lost(3)], retries).retryable).toBe(1);
    expect(countCollected([run], [failed(3)], retries).retryable).toBe(0);
  });
});

it('attempts stand by run, in the order they come in', () => {
  const other = failed(1, { run: 2 });
  const found = attemptsByRun([[failed(1), other], [failed(2)]]);
  expect([...found]).toEqual([
    [1, [failed(1), failed(2)]],
    [2, [other]],
  ]);
});

describe('a run that is done', () => {
  const done = failed(3, { status: 'Done', reason: undefined });

  it('has spent nothing by that, and never runs again by itself', () => {
    const spent = { platform: 1 };
    expect(spendOn(spent, done)).toEqual(spent);
    expect(mayRunAgain(done, {}, { ...retries, platform: 9 })).toBe(false);
  });
});

it('what a run has spent before its latest attempt are all others, and not that one', () => {
  const attempts = [failed(1), failed(2, { reason: 'exit-code' }), failed(3), failed(4)];
  const latest = attempts[3];
  if (latest === undefined) throw new Error('Expected an attempt, got none');
  expect(spentBefore(latest, attempts)).toEqual({ platform: 2, solver: 1 });
  expect(spentBefore(latest, [latest])).toEqual({});
  expect(attempts.reduce(spendOn, {})).toEqual({ platform: 3, solver: 1 });
});
