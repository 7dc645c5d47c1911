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

it.each(['125,0', '12,50', '1,2,50', '0,1,250', ',1250', '1,250,'])(
  'refuses the commas of %s',
  (w) => {
    expect(compare(w, true)).toBe(`it says w = ${w}, but its row 1250`);
  },
);

it.each([
  ['1,234,567', 1234567],
  ['-12,345.25', -12345.25],
  ['+123,456.', 123456],
  ['1,000.125', 1000.125],
])('takes %s where it is only shown for %d', (text, value) => {
  const told = { values: { w: text }, source: 'it', isComplete: true };
  const own = { names: ['w'], values: [value] };
  expect(differingInput(own, { ...told, isDisplay: true })).toBeUndefined();
  expect(differingInput(own, { ...told, isDisplay: false })).toContain(`it says w = ${text}`);
});

it.each(['x1,250', '1,250x', '1,250.0.0', '1,250 '])(
  'takes no text for grouped digits: %j',
  (w) => {
    expect(compare(w, true)).toBe(`it says w = ${w}, but its row 1250`);
  },
);

it('compares texts as they are, and says how the number of the row is written', () => {
  const told = { source: 'it', isComplete: true, isDisplay: true };
  const grade = { names: ['grade', 'w'], values: ['S235', 0.1] };
  expect(differingInput(grade, { ...told, values: { grade: 'S235', w: '0.1' } })).toBeUndefined();
  expect(differingInput(grade, { ...told, values: { grade: 'S355', w: '0.1' } })).toBe(
    'it says grade = S355, but its row S235',
  );
  expect(differingInput(grade, { ...told, values: { grade: 'S235', w: '0.2' } })).toBe(
    'it says w = 0.2, but its row 0.1',
  );
  const tiny = { names: ['w'], values: [1e-7] };
  expect(differingInput(tiny, { ...told, values: {} })).toBe(
    'it has no input w, so nothing proves that it was 1e-7',
  );
});

it('misses an input only where all must be there', () => {
  const told = { values: { toString: 'x' }, source: 'it', isDisplay: false };
  const own = { names: ['w', 'toString'], values: [1, 'y'] };
  expect(differingInput(own, { ...told, isComplete: true })).toBe(
    'it has no input w, so nothing proves that it was 1',
  );
  expect(differingInput(own, { ...told, isComplete: false })).toBe(
    'it says toString = x, but its row y',
  );
  const inherited = { names: ['valueOf'], values: ['y'] };
  expect(differingInput(inherited, { ...told, isComplete: false })).toBeUndefined();
});
