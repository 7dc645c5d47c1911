import { expect, it } from 'vitest';
import type { FailureReason } from '../../src/run/failure-reason.ts';
import { resumeCommands, retryCommands } from '../../src/run/ways-on.ts';

const studyId = 'made-1';
const of = (reason: FailureReason) => ({ status: 'Failed', reason }) as const;

it('offers another limit before a study goes on that its budget has paused, and no other', () => {
  expect(resumeCommands({ studyId, needsLimit: true })).toEqual([
    'doeflow budget made-1 --set AMOUNT',
    'doeflow resume made-1',
  ]);
  expect(resumeCommands({ studyId })).toEqual(['doeflow resume made-1']);
});

const retry = 'doeflow retry made-1 --failed';

it('offers it before failed runs of such a study run again, too', () => {
  expect(retryCommands({ studyId, needsLimit: true }, [of('timeout')])).toEqual([
    'doeflow budget made-1 --set AMOUNT',
    retry,
  ]);
  expect(retryCommands({ studyId }, [of('timeout'), of('expression')])).toEqual([retry]);
  expect(retryCommands({ studyId }, [{ status: 'Done' }])).toEqual([]);
});

it('offers to amend what only failed in an expression, unless other runs never ran', () => {
  const outcomes = [{ status: 'Done' } as const, of('expression'), of('expression')];
  const amend = ['doeflow amend made-1 CHANGED.yaml --apply'];
  expect(retryCommands({ studyId }, outcomes)).toEqual(amend);
  expect(retryCommands({ studyId, needsLimit: true }, outcomes)).toEqual(amend);
  expect(retryCommands({ studyId }, outcomes, true)).toEqual([retry]);
});
