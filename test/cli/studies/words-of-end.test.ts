import { expect, it } from 'vitest';
import { limitIsTold, mayBeFilesFault } from '../../../src/cli/studies/words-of-end.ts';

it('files are not blamed for what was stopped, or what the platform did', () => {
  const of = (...reasons: readonly Parameters<typeof mayBeFilesFault>[0][number]['reason'][]) =>
    mayBeFilesFault(reasons.map((reason) => ({ reason, count: 1 })));
  expect(of()).toBe(false);
  expect(of('stopped', 'cut', 'not-started', 'job-failed')).toBe(false);
  expect(of('stopped', 'exit-code')).toBe(true);
  expect(of('output-missing')).toBe(true);
  expect(of('expression')).toBe(false);
});

it('the limit of failed runs is not told of a study that was stopped', () => {
  const runs = { total: 4, done: 2, failed: 2, submitted: 0 };
  expect(limitIsTold({ state: 'Stopped', runs })).toBe(false);
  expect(limitIsTold({ state: 'Aborted', runs })).toBe(true);
  expect(limitIsTold({ state: 'Finished with failures', runs })).toBe(true);
  expect(limitIsTold({ state: 'Aborted', runs: { ...runs, failed: 0 } })).toBe(false);
});
