import { expect, it } from 'vitest';
import {
  activityWords,
  isPausedByOldLimit,
  notesNow,
  waysOfPause,
} from '../../../src/cli/studies/pause-words.ts';
import type { StudyBudget } from '../../../src/cli/studies/read-budget.ts';

const activity =
  'paused by the guard budget: job 2 may take up to 0.20 USD until its walltime, and 0.90 of 1.00 USD are committed (0.90 spent, 0.00 set aside)';
const paused = {
  ...({ state: 'Paused', activity, pausedBy: 'budget' } as const),
  notes: [
    'Job 1: fine',
    'Paused by the guard budget: 0.90 of 1.00 USD are committed. Nothing more is started; what executes runs to its end. To go on: doeflow budget beam-1 --set AMOUNT, then doeflow resume beam-1',
  ],
};

function budget(maxCost: number | null): StudyBudget {
  return {
    ...{ maxCost, spent: 0.9, reserved: 0, committed: 0.9, currency: 'USD', borrowed: [] },
    changes: [{ at: '2026-01-01T00:00:00.000Z', by: 'ann' }],
  };
}

it('a pause by a limit that still holds is told in its own words', () => {
  for (const known of [undefined, { ...budget(5), changes: [] }, budget(1)]) {
    expect(isPausedByOldLimit(paused, known)).toBe(false);
    expect(activityWords(paused, known, 'beam-1')).toBe(activity);
    expect(notesNow(paused, known)).toEqual(paused.notes);
  }
  expect(isPausedByOldLimit({ ...paused, state: 'Running' }, budget(5))).toBe(false);
});

it('where another limit was set since, that one is told, and what resume would do', () => {
  const then = 'paused by the guard budget at its earlier limit of 1.00 USD; ';
  const resume = 'doeflow resume beam-1';
  expect(activityWords(paused, budget(5), 'beam-1')).toBe(
    `${then}5.00 USD hold now: ${resume} sends what fits within that, and pauses it again where nothing does`,
  );
  expect(activityWords(paused, budget(0.5), 'beam-1')).toBe(
    `${then}0.50 USD hold now, of which nothing is left: ${resume} would pause it once more before its next job`,
  );
  expect(activityWords(paused, { ...budget(1.05), least: 0.2 }, 'beam-1')).toBe(
    `${then}1.05 USD hold now, which lets nothing more begin: the least that can begin next may take up to 0.20 USD until its walltime, and 0.90 USD are committed: the limit must be at least 1.10 USD`,
  );
  expect(activityWords(paused, budget(null), 'beam-1')).toBe(
    `${then}no limit holds now: ${resume} has it go on`,
  );
  expect(notesNow(paused, budget(5))).toEqual([
    'Job 1: fine',
    'Paused by the guard budget: 0.90 of 1.00 USD are committed. Nothing more is started; what executes runs to its end. That was at the earlier limit.',
  ]);
});

it('gives the commands of a pause by the budget, and of no other', () => {
  const set = 'doeflow budget beam-1 --set AMOUNT';
  const resume = 'doeflow resume beam-1';
  expect(waysOfPause(paused, undefined, 'beam-1')).toEqual([set, resume]);
  expect(waysOfPause(paused, budget(5), 'beam-1')).toEqual([resume]);
  const least = 'doeflow budget beam-1 --set 1.1';
  expect(waysOfPause(paused, { ...budget(1.05), least: 0.2 }, 'beam-1')).toEqual([least, resume]);
  for (const pausedBy of ['owner', 'failFast'] as const)
    expect(waysOfPause({ ...paused, pausedBy }, undefined, 'beam-1')).toBeUndefined();
  expect(waysOfPause({ ...paused, state: 'Running' }, undefined, 'beam-1')).toBeUndefined();
  expect(waysOfPause(undefined, undefined, 'beam-1')).toBeUndefined();
});
