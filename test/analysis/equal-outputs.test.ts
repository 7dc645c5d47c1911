import { expect, it } from 'vitest';
import { warnOfEqualOutputs } from '../../src/analysis/doubts/equal-outputs.ts';
import type { StudyColumn } from '../../src/analysis/study-table.ts';

const input = (values: readonly number[]): StudyColumn => ({ name: 'w', role: 'input', values });
const output = (name: string, values: StudyColumn['values']): StudyColumn => ({
  ...{ name, role: 'output', values },
});
const accepted = [true, true, true];

it('warns where inputs differ and all outputs are equal', () => {
  const columns = [input([1, 2, 3]), output('y', [5, 5, 5]), output('said', ['a', 'a', 'a'])];
  expect(warnOfEqualOutputs({ columns, accepted })).toEqual([
    'All 3 done runs gave the same outputs (y = 5, said = a), though their inputs differ: look whether the inputs reach the model, such as with doeflow render',
  ]);
});

it('takes outputs for equal that only rounding moves, and says so', () => {
  const columns = [input([1, 2, 3]), output('y', [0.3, 0.1 + 0.2, 0.3])];
  expect(warnOfEqualOutputs({ columns, accepted })[0]).toMatch(
    /^All 3 done runs gave the same outputs but for rounding \(y = 0\.3\), /u,
  );
});

it.each([
  ['an output differs', [input([1, 2, 3]), output('y', [5, 5, 5]), output('z', [1, 2, 1])]],
  ['the inputs are equal', [input([1, 1, 1]), output('y', [5, 5, 5])]],
  ['an output is missing at times', [input([1, 2, 3]), output('y', [NaN, 5, 5])]],
  ['nothing was given', [input([1, 2, 3]), output('y', [NaN, NaN, NaN])]],
  ['there are no outputs', [input([1, 2, 3])]],
])('says nothing where %s', (_, columns) => {
  expect(warnOfEqualOutputs({ columns, accepted })).toEqual([]);
});

it('looks at done runs alone', () => {
  const columns = [input([1, 1, 3]), output('y', [5, 5, 9])];
  expect(warnOfEqualOutputs({ columns, accepted: [true, true, false] })).toEqual([]);
  const failed = [input([1, 2, 3]), output('y', [5, 5, 9])];
  expect(warnOfEqualOutputs({ columns: failed, accepted: [true, true, false] })).toHaveLength(1);
});
