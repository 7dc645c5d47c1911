/** What findings of each type come to, over a small table. */
import { expect, it } from 'vitest';
import type { AnalysedStudy, StudyTable } from '../../src/analysis/index.ts';
import { computeFindings } from '../../src/summary/index.ts';
import type { Finding } from '../../src/study/study.ts';

const table: StudyTable = {
  accepted: Uint8Array.from([1, 1, 0]),
  columns: [{ name: 'y', role: 'output', values: Float64Array.from([1, 3, 99]) }],
};
const facts = { started: '2026/11/25', ended: '2026/11/26', owner: 'ann@example.com' };

function compute(finding: Omit<Finding, 'name'>, known = facts as object): unknown {
  const study = { findings: [{ name: 'A', ...finding }] } as unknown as AnalysedStudy;
  const [{ value, reason } = {}] = computeFindings(study, table, known);
  return value ?? reason;
}

it.each<readonly [Omit<Finding, 'name'>, unknown]>([
  [{ valueType: 'number', value: 'mean(y)' }, 2],
  [{ valueType: 'number', value: 'mean(y)', where: 'y > 1' }, 3],
  [
    { valueType: 'number', value: 'mean(y)', where: 'y > 9' },
    'no finite value over 0 accepted runs',
  ],
  [
    { valueType: 'number', value: '1 / 0' },
    '`1 / 0` takes no value from the runs, and is no finite number by itself',
  ],
  [{ valueType: 'number', value: ['min(y)', 'max(y)'] }, [1, 3]],
  [{ valueType: 'number', value: ['min(y)'] }, [1]],
  [{ valueType: 'text', value: 'mean(y) > 1 ? "high" : "low"' }, 'high'],
  [{ valueType: 'select', value: 'mean(y) > 1 ? "high" : "low"', options: ['high'] }, 'high'],
  [
    { valueType: 'select', value: 'mean(y) > 2 ? "high" : "low"', options: ['high', 'mid'] },
    'expected one of its options high, mid, got "low"',
  ],
  [{ valueType: 'select', value: '"low"', options: ['high'], allowOther: true }, 'low'],
  [{ valueType: 'date', value: 'started' }, '2026/11/25'],
  [
    { valueType: 'date', value: ['started', 'ended', '"2027/1/31"'] },
    ['2026/11/25', '2026/11/26', '2027/1/31'],
  ],
  [
    { valueType: 'date', value: '"2027/02/31"' },
    'expected a date as year/month/day, got "2027/02/31"',
  ],
  [
    { valueType: 'user', value: ['owner', 'ben@example.com'] },
    ['ann@example.com', 'ben@example.com'],
  ],
  [{ valueType: 'file', value: 'results.csv' }, 'results.csv'],
  [{ valueType: 'text', value: '"started"' }, 'started'],
])('%j gives %j', (finding, expected) => {
  expect(compute(finding)).toEqual(expected);
});

it.each([
  ['date', 'started', 'nothing tells when the study was started'],
  ['date', 'ended', 'nothing tells when the study ended'],
  ['user', 'owner', 'nothing tells whose token the study ran with'],
] as const)('a %s that says %s has none where nothing tells it', (valueType, value, reason) => {
  expect(compute({ valueType, value }, {})).toBe(reason);
});
