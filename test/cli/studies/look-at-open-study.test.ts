import { describe, expect, it } from 'vitest';
import { describeOpen } from '../../../src/cli/studies/look-at-open-study.ts';
import type { StudyBudget } from '../../../src/cli/studies/read-budget.ts';
import type { StudyProgress } from '../../../src/run/messages.ts';

describe('what an open study tells', () => {
  it('is its state and why, as status has it', () => {
    const why = 'Paused by the guard streak: 5 runs in a row failed.';
    const progress = { state: 'Paused', notes: [why] } as unknown as StudyProgress;
    expect(describeOpen('pau-1', { progress })).toEqual({ status: 'Paused', notes: [why] });
  });

  it('is that it needs another limit where its budget has paused it, unless one was set since', () => {
    const paused = {
      ...{ state: 'Paused', pausedBy: 'budget' },
      activity: 'paused by the guard budget: 0.90 of 1.00 USD are committed',
      notes: ['Paused by the guard budget: 0.90 of 1.00 USD. To go on: doeflow budget pau-1'],
    } as const;
    const progress = paused as unknown as StudyProgress;
    const limit = (maxCost: number): StudyBudget => ({
      ...{ maxCost, spent: 0.9, reserved: 0, committed: 0.9, currency: 'USD', borrowed: [] },
      changes: [{ at: '2026-01-01T00:00:00.000Z', by: 'ann' }],
    });
    expect(describeOpen('pau-1', { progress }, { budget: limit(1) })).toEqual({
      ...{ status: 'Paused', notes: paused.notes, needsLimit: true },
    });
    expect(describeOpen('pau-1', { progress }, { budget: limit(5) })).toEqual({
      status: 'Paused',
      notes: ['Paused by the guard budget: 0.90 of 1.00 USD. That was at the earlier limit.'],
    });
    const byOwner = { ...progress, pausedBy: 'owner' } as const;
    expect(describeOpen('pau-1', { progress: byOwner }).needsLimit).toBeUndefined();
  });

  it('is no state where nobody can be asked, with what to ask', () => {
    expect(describeOpen('pau-1', { trouble: 'unfinished; no engine is running' })).toEqual({
      status: 'Unfinished',
      notes: [
        'Whether the study runs or is paused could not be asked (unfinished; no engine is running): doeflow status pau-1',
      ],
    });
  });

  it('is how it was lost, or what it waits for', () => {
    const loss = { status: 'Terminated', how: 'was terminated in Temporal', jobsLeft: [] } as const;
    expect(describeOpen('pau-1', { loss, trouble: loss.how })).toEqual({
      status: 'Terminated',
      notes: ['The study was terminated in Temporal. What to do: doeflow status pau-1'],
    });
    const waits = { waits: true, trouble: 'waits for a-1, begins by itself' } as const;
    expect(describeOpen('pau-1', waits).status).toBe('Waiting');
  });
});
