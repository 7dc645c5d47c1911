import { expect, it } from 'vitest';
import { absenceOf, absenceOfRow, absentWords, countAbsent } from '../../src/run/absent-runs.ts';

const standing = { isStudyOver: false, isWithdrawn: false };

it('a run has no result for one reason, whatever else is so', () => {
  const failed = { status: 'Failed', reason: 'exit-code' } as const;
  const stopped = { status: 'Failed', reason: 'stopped' } as const;
  const outcome = undefined;
  expect(absenceOf({ ...standing, outcome: { status: 'Done' } })).toBeUndefined();
  expect(absenceOf({ ...standing, outcome: failed, isWithdrawn: true })).toBe('failed');
  expect(absenceOf({ ...standing, outcome: stopped, isStudyOver: true })).toBe('stopped');
  expect(absenceOf({ ...standing, outcome })).toBe('not run yet');
  expect(absenceOf({ ...standing, outcome, isWithdrawn: true })).toBe('withdrawn');
  expect(absenceOf({ ...standing, outcome, isStudyOver: true })).toBe('withdrawn');
});

it('a row of results.csv says the same', () => {
  expect(absenceOfRow('Planned', '')).toBe('not run yet');
  expect(absenceOfRow('Withdrawn', '')).toBe('withdrawn');
  expect(absenceOfRow('Failed', 'stopped')).toBe('stopped');
  expect(absenceOfRow('Failed', 'exit-code')).toBe('failed');
  expect(absenceOfRow('', '')).toBe('failed');
});

it('counts them in the order in which they are told', () => {
  const counted = countAbsent(['stopped', undefined, 'not run yet', 'stopped']);
  expect(absentWords(counted)).toBe('1 not run yet, 2 stopped');
  expect(countAbsent([undefined])).toEqual([]);
});
