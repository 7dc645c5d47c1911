import { expect, it } from 'vitest';
import { resumeCommands, retryCommands } from '../../src/report/resume-commands.ts';

const snapshot = { studyId: 'made-1' };

it('offers another limit before a study goes on that its budget has paused, and no other', () => {
  expect(resumeCommands({ needsLimit: true, snapshot })).toBe(
    'doeflow budget made-1 --set AMOUNT\ndoeflow resume made-1',
  );
  expect(resumeCommands({ snapshot })).toBe('doeflow resume made-1');
});

it('offers it before failed runs of such a study run again, too', () => {
  expect(retryCommands({ needsLimit: true, snapshot })).toEqual([
    'doeflow budget made-1 --set AMOUNT',
    'doeflow retry made-1 --failed',
  ]);
  expect(retryCommands({ snapshot })).toEqual(['doeflow retry made-1 --failed']);
});
