import { expect, it } from 'vitest';
import { collectedWords } from '../../../src/cli/studies/read-collected.ts';

it('what is collected is told by what became of it, and what was stopped has not failed', () => {
  const counts = { total: 12, done: 5, failed: 0, stopped: 0 };
  expect(collectedWords(counts)).toBe('5/12 done (of what is collected)');
  expect(collectedWords({ ...counts, failed: 3, stopped: 1 })).toBe(
    '5/12 done, 2 failed, 1 stopped (of what is collected)',
  );
});
