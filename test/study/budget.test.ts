import { describe, expect, it } from 'vitest';
import {
  addCommitments,
  judgeBudget,
  mostHoursByItself,
  mostHoursOfCluster,
  mostHoursOfJob,
  slotsThatFit,
} from '../../src/study/budget.ts';
import { committedWords } from '../../src/study/committed-words.ts';
import type { Study } from '../../src/study/study.ts';

type Asked = Pick<Study, 'job' | 'execution'>;

function studyOf(hardware: object, cluster?: object): Asked {
  return {
    job: { hardware: { coresPerSlot: 2, slots: 4, ...hardware } },
    execution: { cluster },
  } as unknown as Asked;
}

describe('what is set aside', () => {
  it('for a job is all its slots until its walltime', () => {
    expect(mostHoursOfJob(studyOf({ walltime: 3 }))).toBe(24);
    expect(mostHoursOfJob(studyOf({ walltime: 3 }), 1)).toBe(6);
    expect(mostHoursOfJob(studyOf({}))).toBeUndefined();
  });

  it('on a cluster of the study’s own is the cluster’s whole life, and nothing for its jobs', () => {
    const own = studyOf({ walltime: 3 }, { kind: 'own', name: 'c', slots: 10, walltimeHours: 8 });
    expect(mostHoursOfJob(own)).toBe(0);
    expect(mostHoursByItself(own)).toBe(24);
    expect(mostHoursOfCluster(own)).toBe(160);
    expect(mostHoursOfCluster(studyOf({ walltime: 3 }))).toBe(0);
    expect(mostHoursOfCluster(studyOf({}, { kind: 'own', name: 'c', slots: 10 }))).toBeUndefined();
  });

  it('on an existing cluster is the job’s share', () => {
    expect(mostHoursOfJob(studyOf({ walltime: 3 }, { kind: 'existing', id: 'x' }))).toBe(24);
  });

  it('counts until it is known what was taken, and what was taken counts even where it is more', () => {
    expect(
      addCommitments([
        { mostHours: 10, price: 2 },
        { mostHours: 10, takenHours: 4, price: 1 },
        { mostHours: 10, takenHours: 14, price: 2 },
        { mostHours: 10, takenHours: 0 },
      ]),
    ).toEqual({ spent: 32, reserved: 20 });
  });
});

describe('the limit', () => {
  it.each([
    [{ spent: 0, reserved: 0 }, 100, 'fits'],
    [{ spent: 60, reserved: 30 }, 10, 'fits'],
    [{ spent: 60, reserved: 30 }, 10.001, 'later'],
    [{ spent: 60, reserved: 30 }, 40, 'later'],
    [{ spent: 60, reserved: 30 }, 40.001, 'never'],
    [{ spent: 60, reserved: 0 }, 40.001, 'never'],
    [{ spent: 101, reserved: 0 }, 0.001, 'never'],
  ] as const)('of 100 with %o has for %d more the answer %s', (committed, more, verdict) => {
    expect(judgeBudget(committed, more, 100)).toBe(verdict);
  });

  it('isn’t passed by sums that differ in their last digits', () => {
    const tenths = addCommitments(Array.from({ length: 9 }, () => ({ mostHours: 1, price: 0.1 })));
    expect(tenths && judgeBudget(tenths, 0.1, 1)).toBe('fits');
  });

  it('allows as many slots as it has room for', () => {
    expect(slotsThatFit(studyOf({ walltime: 3 }), 17.99)).toBe(2);
    expect(slotsThatFit(studyOf({ walltime: 3 }), 18)).toBe(3);
    expect(slotsThatFit(studyOf({ walltime: 3 }), 5)).toBe(0);
    expect(slotsThatFit(studyOf({ walltime: 3 }), 500)).toBe(4);
    expect(slotsThatFit(studyOf({}), 500)).toBeUndefined();
  });
});

it('is told with both parts, in its currency', () => {
  expect(committedWords({ spent: 8, reserved: 3 }, { amount: 20 }, 'USD')).toBe(
    '11.00 of 20.00 USD are committed (8.00 spent, 3.00 set aside)',
  );
});
