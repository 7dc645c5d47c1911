import { expect, it } from 'vitest';
import { tellCopying } from '../../../src/cli/studies/tell-copying.ts';

it('says nothing of a short copy, and every five seconds how far a long one is', () => {
  const notes: string[] = [];
  let nowMs = 0;
  const tell = tellCopying({ note: (text) => void notes.push(text) }, 'results/s', () => nowMs);
  for (nowMs of [10, 1_999, 2_000, 6_999, 7_000, 11_000]) tell(nowMs, 100_000);
  expect(notes).toEqual([
    'copying results to results/s: 2,000 of 100,000 runs',
    'copying results to results/s: 7,000 of 100,000 runs',
  ]);
});
