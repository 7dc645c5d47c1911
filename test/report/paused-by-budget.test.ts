import { expect, it } from 'vitest';
import { resumeCommands } from '../../src/report/paused-by-budget.ts';

const commandsAfter = (...notes: readonly string[]): string =>
  resumeCommands({ summary: { notes }, snapshot: { studyId: 'made-1' } } as never);

const ofBudget =
  'Paused by the guard budget: 1.00 of 1.00 USD are committed. To go on: doeflow budget made-1 --set AMOUNT, then doeflow resume made-1';

it.each([
  ['by its budget', [ofBudget], true],
  ['by its owner', ['Paused by its owner at noon. To go on: doeflow resume made-1'], false],
  ['by a guard over failures', ['Paused by the guard streak: 5 runs failed.'], false],
  ['by its budget, and by its owner since', [ofBudget, 'Paused by its owner at noon.'], false],
  [
    'by a limit that was changed since',
    ['Paused by the guard budget: 1.00 of 1.00 USD are committed. That was at the earlier limit.'],
    false,
  ],
  ['without a note', [], false],
] as const)('a study that was paused %s', (_, notes, needsLimit) => {
  const limit = needsLimit ? 'doeflow budget made-1 --set AMOUNT\n' : '';
  expect(commandsAfter(...notes)).toBe(`${limit}doeflow resume made-1`);
});
