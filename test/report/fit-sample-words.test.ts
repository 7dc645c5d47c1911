import { expect, it } from 'vitest';
import { fitSampleWords as inTable } from '../../src/cli/analysis/fit-sample-words.ts';
import { fitSampleWords } from '../../src/report/fit-sample-words.ts';

it('captions and tables say of how many runs a fit was made, and nothing where it was made of all', () => {
  expect(fitSampleWords({ rows: 8192, of: 1_000_000 })).toBe(
    ' Fitted to a sample of 8,192 of 1,000,000 runs.',
  );
  expect(inTable({ rows: 8192, of: 9000 })).toBe(', a sample of 8192 of 9000 runs');
  expect([fitSampleWords(undefined), inTable(undefined)]).toEqual(['', '']);
});
