import { expect, it } from 'vitest';
import { noteNominal, tellsNominalFailed } from '../../src/run/note-nominal.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';

const done: RunOutcome = { run: 1, attempt: 1, jobNumber: 1, status: 'Done', values: {} };
const nominal: RunOutcome = { ...done, run: 0 };
const failed: RunOutcome = {
  ...nominal,
  ...{ status: 'Failed', reason: 'exit-code', message: 'the command ended with exit code 9' },
};

it('tells why the nominal run failed', () => {
  const notes = noteNominal([done, failed]);
  expect(notes).toEqual([
    'The nominal run (run 0) failed, which no count of runs has: exit-code: the command ended with exit code 9',
  ]);
  expect(tellsNominalFailed(notes)).toBe(true);
});

it('tells that it was stopped, which is no failure', () => {
  const notes = noteNominal([
    { ...nominal, status: 'Failed', reason: 'stopped', message: 'by hand' },
  ]);
  expect(notes).toEqual([
    'The nominal run (run 0) was stopped, which no count of runs has: by hand',
  ]);
  expect(tellsNominalFailed(notes)).toBe(false);
});

it('says nothing where it is done, where there is none, or of another run that failed', () => {
  expect(noteNominal([nominal, done])).toEqual([]);
  expect(noteNominal([{ ...failed, run: 1 }])).toEqual([]);
});
