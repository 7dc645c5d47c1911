import { describe, expect, it } from 'vitest';
import type { StudyProgress } from '../../../src/run/messages.ts';
import type { StudyBudget } from '../../../src/cli/studies/read-budget.ts';
import type { StoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { waysAfterLimit } from '../../../src/cli/studies/ways-after-limit.ts';
import { storedStudy } from './stored-studies.ts';

const open = storedStudy('beam-1', 'beam');
const status = 'doeflow status beam-1';
const resume = 'doeflow resume beam-1';
const activity = 'paused by the guard budget: 0.90 of 1.00 USD are committed';

function limitOf(maxCost: number): StudyBudget {
  return {
    ...{ maxCost, spent: 0.9, reserved: 0, committed: 0.9, currency: 'USD', borrowed: [] },
    changes: [{ at: '2026-01-01T00:00:00.000Z', by: 'ann' }],
  };
}

function endedWith(done: number, withdrawn = 0): StoredStudy {
  const runs = { total: 10, done, failed: 0, submitted: 0, withdrawn };
  return { ...open, ended: { runs } as StudyProgress };
}

describe('what is offered once a limit was set', () => {
  it('is to resume a study that its budget has paused, once the limit is another one', () => {
    const paused = { state: 'Paused', activity, pausedBy: 'budget' } as const;
    expect(waysAfterLimit(open, paused, limitOf(5))).toEqual([resume]);
    expect(waysAfterLimit(open, paused, limitOf(1))).toEqual([
      'doeflow budget beam-1 --set AMOUNT',
      resume,
    ]);
  });

  it('is a limit with which the next job begins, where the one that was set has no room for it', () => {
    const paused = { state: 'Paused', activity, pausedBy: 'budget' } as const;
    const tooLow = { ...limitOf(1.1), least: 0.25 };
    for (const seen of [paused, undefined])
      expect(waysAfterLimit(open, seen, tooLow)).toEqual(['doeflow budget beam-1 --set 1.15']);
    const running = { state: 'Running', activity: 'running jobs' } as const;
    expect(waysAfterLimit(open, running, tooLow)).toEqual([status]);
  });

  it('is to resume one that does not answer, where the limit of before let nothing begin', () => {
    const before = { ...limitOf(1), least: 0.25 };
    const now = { ...limitOf(5), least: 0.25 };
    expect(waysAfterLimit(open, undefined, now, before)).toEqual([resume]);
    expect(waysAfterLimit(open, undefined, now, now)).toEqual([status]);
  });

  it('is to look at one that runs, was paused by a person, or does not answer', () => {
    const running = { state: 'Running', activity: 'running jobs' } as const;
    const byOwner = { state: 'Paused', activity: 'paused', pausedBy: 'owner' } as const;
    for (const seen of [running, byOwner, undefined])
      expect(waysAfterLimit(open, seen, limitOf(5))).toEqual([status]);
  });

  it('is to run what is left of one that has ended', () => {
    expect(waysAfterLimit(endedWith(7), undefined, limitOf(5))).toEqual([
      'doeflow retry beam-1 --failed',
    ]);
    expect(waysAfterLimit(endedWith(7, 3), undefined, limitOf(5))).toEqual([status]);
  });
});
