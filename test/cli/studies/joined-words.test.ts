import { expect, it } from 'vitest';
import { goesOnWords, joinedWords, otherPlanWords } from '../../../src/cli/studies/joined-words.ts';

const runs = '20 runs';
const paused = {
  state: 'Paused',
  activity: 'paused by the guard budget: job 2 may take up to 0.20 USD',
} as const;

it('a study that is paused is not said to run: why, and what to do', () => {
  expect(joinedWords('beam-1', paused, { runs, again: true })).toBe(
    'Study beam-1 is there already with the same plan (20 runs), and is paused by the guard budget: job 2 may take up to 0.20 USD. Nothing was started. --again starts a further study only once this one has ended. To go on: doeflow resume beam-1; to end it: doeflow stop beam-1',
  );
  const other = otherPlanWords('beam', 'beam-1', { ...paused, activity: 'nothing left to run' });
  expect(other.message).toBe(
    'A study "beam" with another plan is there already: beam-1, which is paused: nothing left to run',
  );
  expect(other.hint).toMatch(/^To go on: doeflow resume beam-1; to end it: doeflow stop beam-1; /u);
});

it('one that runs, or does not answer, is watched', () => {
  const running = { state: 'Running', activity: 'job 1' } as const;
  for (const progress of [running, undefined]) {
    expect(joinedWords('beam-1', progress, { runs, again: false })).toBe(
      'Study beam-1 is already running with the same plan (20 runs): nothing was started.',
    );
    expect(otherPlanWords('beam', 'beam-1', progress).message).toContain('already running');
  }
});

it('what an order has a paused study run besides is said, and nothing where all has run', () => {
  const counts = { total: 140, done: 14, failed: 2, submitted: 0 };
  expect(goesOnWords('beam-1', { ...paused, runs: counts })).toBe(
    'Study beam-1 is paused by the guard budget: job 2 may take up to 0.20 USD. It goes on with this, so that the 124 runs that had not run yet run and cost, too.',
  );
  const all = { ...counts, done: 138 };
  expect(goesOnWords('beam-1', { ...paused, runs: all })).toBeUndefined();
  expect(goesOnWords('beam-1', { ...paused, state: 'Running', runs: counts })).toBeUndefined();
  expect(goesOnWords('beam-1', undefined)).toBeUndefined();
});
