import { describe, expect, it } from 'vitest';
import { describeOpen } from '../../../src/cli/studies/look-at-open-study.ts';
import type { StudyProgress } from '../../../src/run/messages.ts';

describe('what an open study tells', () => {
  it('is its state and why, as status has it', () => {
    const why = 'Paused by the guard streak: 5 runs in a row failed.';
    const progress = { state: 'Paused', notes: [why] } as unknown as StudyProgress;
    expect(describeOpen('pau-1', { progress })).toEqual({ status: 'Paused', notes: [why] });
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
