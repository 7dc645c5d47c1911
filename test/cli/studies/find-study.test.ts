import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import { chooseStudy } from '../../../src/cli/studies/find-study.ts';
import { storedStudy } from './stored-studies.ts';

const studies = [
  storedStudy('beam-20261121-120000', 'beam'),
  storedStudy('beam-load-20261120-120000', 'beam-load'),
  storedStudy('beam-20261119-120000', 'beam'),
  storedStudy('rc-filter-20261118-120000', 'rc-filter'),
];

function chosen(reference: string): string {
  return chooseStudy(studies, reference).studyId;
}

describe('the study that is meant', () => {
  it.each([
    ['a whole id', 'beam-20261119-120000', 'beam-20261119-120000'],
    ['a name: its newest study', 'beam', 'beam-20261121-120000'],
    ['a name that starts another one', 'beam-load', 'beam-load-20261120-120000'],
    ['the start of a name', 'rc', 'rc-filter-20261118-120000'],
    ['the start of an id', 'beam-20261119', 'beam-20261119-120000'],
    ['the start that several studies of one name share', 'beam-2026', 'beam-20261121-120000'],
    ['a dash: the newest of all', '-', 'beam-20261121-120000'],
  ])('is found by %s', (_what, reference, studyId) => {
    expect(chosen(reference)).toBe(studyId);
  });

  it('is asked for again when the start fits studies of several names', () => {
    const error = catchUsage(() => chosen('be'));
    expect(error.exitCode).toBe(6);
    expect(error.message).toContain('beam, beam-load');
  });

  it('is not found with exit code 6 and the known names', () => {
    const error = catchUsage(() => chosen('bridge'));
    expect(error.exitCode).toBe(6);
    expect(error.hint).toContain('beam, beam-load, rc-filter');
    expect(catchUsage(() => chooseStudy([], '-')).hint).toContain('doeflow run');
  });
});

function catchUsage(action: () => unknown): UsageError {
  try {
    action();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('Expected a UsageError');
}
