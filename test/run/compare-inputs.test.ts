import { expect, it } from 'vitest';
import { differingInput } from '../../src/run/compare-inputs.ts';

const row = { names: ['w', 'grade'], values: [1250, '1,250'] };

function compare(w: string, isDisplay: boolean): string | undefined {
  const values = { w, grade: '1,250' };
  return differingInput(row, { values, source: 'it', isComplete: true, isDisplay });
}

it('takes grouped digits where they are only shown', () => {
  expect(compare('1,250', true)).toBeUndefined();
  expect(compare('1,250.0', true)).toBeUndefined();
});

it('refuses grouped digits where a command got them', () => {
  expect(compare('1250.0', false)).toBeUndefined();
  expect(compare('1,250', false)).toBe(
    'it says w = 1,250, but its row 1250, and its commands got the comma too: use ${w?c}',
  );
});

it.each(['125,0', '12,50', '1,2,50', ',1250', '1,250,'])('refuses the commas of %s', (w) => {
  expect(compare(w, true)).toBe(`it says w = ${w}, but its row 1250`);
});
