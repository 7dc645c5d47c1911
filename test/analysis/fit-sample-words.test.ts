import { expect, it } from 'vitest';
import { fitSampleSentence, fitSampleWords } from '../../src/analysis/index.ts';

it('captions and tables say of how many runs a fit was made, and nothing where it was made of all', () => {
  const sample = { rows: 8192, of: 1_000_000 };
  expect(fitSampleSentence(sample)).toBe(' Fitted to a sample of 8,192 of 1,000,000 runs.');
  expect(fitSampleWords(sample)).toBe(', a sample of 8,192 of 1,000,000 runs');
  expect(fitSampleWords(sample, '; ')).toBe('; a sample of 8,192 of 1,000,000 runs');
  expect([fitSampleSentence(undefined), fitSampleWords(undefined)]).toEqual(['', '']);
});
