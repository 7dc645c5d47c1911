/** Findings beside the fields that a workspace gives every job. */
import { expect, it } from 'vitest';
import { findingFieldProblems } from '../../../src/cli/plan/finding-field-problems.ts';
import type { Finding } from '../../../src/study/study.ts';

const select = { valueType: 'select', value: '"pass"', options: ['pass', 'fail'] } as const;
const number = { valueType: 'number', value: 'mean(y)' } as const;

function wordsFor(finding: Omit<Finding, 'name'>, field: object): string | undefined {
  const [problem] = findingFieldProblems([{ name: 'Verdict', ...finding }], [
    { name: 'Other', valueType: 'text' },
    { name: 'Verdict', section: 'Findings', ...field },
  ] as never);
  return problem?.message;
}

it.each<readonly [Omit<Finding, 'name'>, object]>([
  [select, { valueType: 'select', enumOptions: ['pass', 'fail', 'open'] }],
  [select, { valueType: 'select', enumOptions: ['good'], allowOther: true }],
  [
    { ...select, allowOther: true },
    { valueType: 'select', enumOptions: ['good'], allowOther: true },
  ],
  [select, { valueType: 'select', enumOptions: null }],
  [select, { valueType: 'select', enumOptions: [] }],
  [number, { valueType: 'number', isMultiple: false }],
  [
    { ...number, value: ['min(y)'] },
    { valueType: 'number', isMultiple: true },
  ],
  [number, { name: 'Another', valueType: 'text' }],
])('%j fits %j', (finding, field) => {
  expect(wordsFor(finding, field)).toBeUndefined();
});

it.each<readonly [Omit<Finding, 'name'>, object, string]>([
  [number, { valueType: 'text' }, 'of type text, and the finding is a number'],
  [
    number,
    { valueType: 'number', isMultiple: true },
    'which has several values, and the finding has one',
  ],
  [
    { ...number, value: ['min(y)'] },
    { valueType: 'number', isMultiple: false },
    'which has one value, and the finding has a list',
  ],
  [
    number,
    { valueType: 'number', section: 'Inputs' },
    'which belongs to its Inputs, not to Findings',
  ],
  [number, { valueType: 'number', isRequired: true }, 'which must be filled in before a job runs'],
  [
    select,
    { valueType: 'select', enumOptions: ['pass'] },
    'which has no option "fail" (it has pass)',
  ],
  [
    select,
    { valueType: 'select', enumOptions: [], allowOther: false },
    'which takes its options only, and has none',
  ],
  [
    { ...select, allowOther: true },
    { valueType: 'select', enumOptions: ['pass', 'fail'] },
    'which takes its options only, and the finding allows others',
  ],
])('%j is told beside %j', (finding, field, words) => {
  expect(wordsFor(finding, field)).toBe(`The workspace has the field "Verdict", ${words}`);
});
