import { expect, it } from 'vitest';
import { tooLowLimit } from '../../../src/cli/studies/least-limit.ts';
import type { StudyBudget } from '../../../src/cli/studies/read-budget.ts';

function budget(maxCost: number | null, least?: number, reserved = 0): StudyBudget {
  return {
    ...{ maxCost, spent: 0.9, reserved, committed: 0.9 + reserved, currency: 'USD' },
    ...{ borrowed: [], changes: [], ...(least === undefined ? {} : { least }) },
  };
}

it('is told where the next job does not fit, as an amount that can be given', () => {
  const found = tooLowLimit(budget(0.95, 0.061));
  expect(found?.least).toBe(0.97);
  expect(found?.words).toBe(
    'the least that can begin next may take up to 0.061 USD until its walltime, and 0.90 USD are committed: the limit must be at least 0.97 USD',
  );
  // The limit that is told is enough.
  expect(tooLowLimit(budget(0.97, 0.061))).toBeUndefined();
  expect(tooLowLimit({ ...budget(0.3, 0.2), spent: 0.1 })).toBeUndefined();
  expect(tooLowLimit({ ...budget(0.001, 0.0012), spent: 0 })?.least).toBe(0.0012);
});

it('is not told where there is room, or may be, or nobody can tell', () => {
  expect(tooLowLimit(undefined)).toBeUndefined();
  expect(tooLowLimit(budget(null, 0.06))).toBeUndefined();
  expect(tooLowLimit(budget(0.95))).toBeUndefined();
  expect(tooLowLimit(budget(0.96, 0.06))).toBeUndefined();
  // What goes on may take less than is set aside for it.
  expect(tooLowLimit(budget(1, 0.06, 0.1))).toBeUndefined();
  expect(tooLowLimit({ ...budget(0.95, 0.06), spent: null })).toBeUndefined();
});
