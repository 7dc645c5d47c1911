/** Findings of each type, as a study file writes them. */
import { expect, it } from 'vitest';
import { parseStudy } from '../../src/study-file/index.ts';
import type { Finding } from '../../src/study/study.ts';

function read(finding: string): readonly Finding[] {
  const text = `name: beam
variables:
  - {name: w, type: Design, values: [1, 2]}
  - {name: y, type: Output, from: {file: out.json, pointer: /y}}
job:
  analysis: {code: user_included}
  command: 'solve \${w}'
  hardware: {coreType: emerald}
findings:
  - ${finding}
`;
  return parseStudy(text, {
    file: 'study.yaml',
    readFile: () => undefined,
    fileExists: () => false,
  }).study.findings;
}

it.each([
  '{name: Mean, value: mean(y)}',
  '{name: Both, value: [min(y), max(y)]}',
  `{name: Grade, valueType: select, value: 'mean(y) > 1 ? "pass" : "fail"', options: [pass, fail]}`,
  `{name: Grade, valueType: select, value: '"other"', options: [pass, fail], allowOther: true}`,
  '{name: Begun, valueType: date, value: started}',
  '{name: Both days, valueType: date, value: [started, ended]}',
  `{name: Due, valueType: date, value: '"2027/01/31"'}`,
  '{name: Analyst, valueType: user, value: owner}',
  '{name: Readers, valueType: user, value: [ben@example.com, owner]}',
  '{name: Tables, valueType: file, value: [results.csv, design.csv]}',
])('takes %s', (finding) => {
  expect(read(finding)).toHaveLength(1);
});

it.each([
  ['{name: A, valueType: select, value: "1"}', 'Expected `options` for `valueType: select`'],
  [
    `{name: A, valueType: select, value: mean(y), options: [p]}`,
    'Expected a text, as `valueType: select` says, got a number',
  ],
  [
    `{name: A, valueType: select, value: '"p"', options: [p, p]}`,
    'Expected options that differ, got one twice',
  ],
  [
    `{name: A, value: mean(y), options: [p]}`,
    'Expected `options` with `valueType: select` only, got number',
  ],
  [
    `{name: A, valueType: text, value: '"p"', allowOther: true}`,
    'Expected `allowOther` with `valueType: select` only, got text',
  ],
  [
    '{name: A, valueType: date, value: mean(y)}',
    'Expected a text, as `valueType: date` says, got a number',
  ],
  ['{name: A, valueType: user, value: ann}', 'Expected owner (whose token the study runs with)'],
  ['{name: A, valueType: file, value: out.json}', 'Expected a table of the results (results.csv,'],
  [
    '{name: A, valueType: file, value: ../../secret.csv}',
    'Expected a table of the results (results.csv,',
  ],
  [
    '{name: A, valueType: user, value: owner, where: y > 1}',
    'A user isn’t computed from runs: leave `where` out',
  ],
  ['{name: A, value: ["mean(y)", "mean(z)"]}', 'z'],
  ['{name: A, value: []}', 'Expected at least 1 entries, got a list of 0'],
])('refuses %s', (finding, words) => {
  expect(() => read(finding)).toThrow(words);
});
