import { expect, it } from 'vitest';
import { isWaitingForPerson } from '../../../src/cli/watch/is-waiting-for-person.ts';
import { readingAnew, uploadingRevision } from '../../../src/run/passing-activity.ts';

const job = { jobNumber: 1, runs: 4, phase: 'done' } as const;
const paused = { state: 'Paused', activity: 'paused by its owner', jobs: [job] } as const;

it('a paused study waits once nothing of it is under way', () => {
  expect(isWaitingForPerson(paused)).toBe(true);
  expect(isWaitingForPerson({ ...paused, state: 'Running' })).toBe(false);
  expect(isWaitingForPerson({ ...paused, jobs: [{ ...job, phase: 'waiting' }] })).toBe(false);
});

it.each([readingAnew, uploadingRevision(2)])(
  'what it does in passing, such as %s, is waited for: it is not why it is paused',
  (activity) => {
    expect(isWaitingForPerson({ ...paused, activity })).toBe(false);
  },
);
