import { describe, expect, it } from 'vitest';
import {
  endedStates,
  isStudyOver,
  mayBecome,
  stateOfRun,
  withdrawnRuns,
} from '../../src/run/index.ts';

const done = { status: 'Done' } as const;
const failed = { status: 'Failed' } as const;
const stopped = { status: 'Failed', reason: 'stopped' } as const;

describe('stateOfRun', () => {
  it.each([
    ['a run that was not started yet', { isStudyOver: false }, 'Planned'],
    ['a run that was never started', { isStudyOver: true }, 'Withdrawn'],
    ['a run in a submitted job', { job: 'submitted', isStudyOver: false }, 'Submitted'],
    ['a run in a job that executes', { job: 'executing', isStudyOver: false }, 'Running'],
    ['a run that is done', { outcome: done, isStudyOver: false }, 'Done'],
    ['a run that failed', { outcome: failed, isStudyOver: true }, 'Failed'],
    ['a run that was stopped', { outcome: stopped, isStudyOver: true }, 'Stopped'],
    [
      'a failed run that is tried again',
      { outcome: failed, job: 'executing', isStudyOver: false },
      'Running',
    ],
    [
      'a run that is done, in a job of its other runs',
      { outcome: done, job: 'submitted', isStudyOver: false },
      'Done',
    ],
  ] as const)('gives the state of %s', (_, facts, state) => {
    expect(stateOfRun(facts)).toBe(state);
  });
});

describe('mayBecome', () => {
  it('lets a failed run be submitted again, and never one that is done', () => {
    expect(mayBecome('Failed', 'Submitted')).toBe(true);
    expect(mayBecome('Stopped', 'Submitted')).toBe(true);
    expect(mayBecome('Done', 'Submitted')).toBe(false);
  });

  it('takes a running attempt to each state in which attempts end', () => {
    expect(endedStates.map((state) => mayBecome('Running', state))).toEqual([true, true, true]);
    expect(mayBecome('Planned', 'Done')).toBe(false);
  });
});

describe('isStudyOver', () => {
  it('is true once nothing more happens by itself', () => {
    expect((['Planned', 'Running', 'Paused'] as const).filter(isStudyOver)).toEqual([]);
    const over = ['Finished', 'Finished with failures', 'Stopped', 'Aborted'] as const;
    expect(over.filter(isStudyOver)).toEqual(over);
  });
});

describe('the withdrawn runs of a study', () => {
  it('are those that never ran, once it is over', () => {
    const runs = { total: 10, done: 4, failed: 1 };
    expect(withdrawnRuns('Stopped', runs)).toBe(5);
    expect(withdrawnRuns('Running', runs)).toBe(0);
    expect(withdrawnRuns('Finished', { total: 3, done: 3, failed: 0 })).toBe(0);
  });
});
