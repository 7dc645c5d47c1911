import { expect, it } from 'vitest';
import { analyseTable } from '../../src/summary/analyse-table.ts';
import { readAnalysedTable } from '../../src/summary/read-analysed-table.ts';
import { readPlainTable } from '../../src/summary/read-plain-table.ts';
import { parseAnalysedStudy } from '../../src/study-file/read-analysed-study.ts';
import { parseTable } from '../../src/study-file/parse-table.ts';
import { PlainColumnsReader } from '../../src/tables/index.ts';

const studyOf = (variables: string) =>
  parseAnalysedStudy(
    `name: any\nvariables:\n  - {name: x, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 10}}\n${variables}findings: [{name: m, value: mean(y)}]\n`,
    'study.yaml',
  );

const numbers = `  - {name: double, type: Param, expression: 2 * x}
  - {name: y, type: Output, from: {file: gone.txt, key: y}}
  - {name: extra, type: Output, from: stdout, required: false}
  - {name: ok, type: Constraint, expression: y > double}
  - {name: best, type: Objective, expression: y - x}
`;

function plain(variables: string, csv: string) {
  const reader = new PlainColumnsReader(csv.length);
  const columns = reader.take(Buffer.from(csv)) ? reader.end() : undefined;
  return columns && readPlainTable(studyOf(variables), columns);
}

it('a table of numbers means the same as read by its texts, with missing values and computed columns', () => {
  const rows = Array.from({ length: 60 }, (_, row) =>
    [row + 1, (row * 7) % 10, row % 9 === 4 ? '' : row ** 1.5, row % 5 === 0 ? '' : row, 3].join(),
  );
  const csv = `run,x,y,extra,other\n${rows.join('\n')}\n`;
  const parsed = parseTable(csv, 'results.csv');
  if ('issue' in parsed) throw new Error(parsed.issue.message);
  const study = studyOf(numbers);
  const [found, known] = [plain(numbers, csv), readAnalysedTable(study, parsed.table)];
  expect(found).toEqual(known);
  expect(found?.ignored).toEqual(['other']);
  if (!found) throw new Error('not plain');
  expect(JSON.stringify(analyseTable(study, found.table, found.structure))).toBe(
    JSON.stringify(analyseTable(study, known.table, known.structure)),
  );
});

it.each([
  ['an input without a value', numbers, 'x,y\n1,2\n,3\n'],
  ['a missing column', numbers, 'x,other\n1,2\n'],
  ['run numbers with a gap', numbers, 'run,x,y\n1,1,2\n3,1,2\n'],
  ['a status', numbers, 'x,y,status\n1,2,0\n'],
  ['a text', numbers.replace('stdout,', 'stdout, valueType: text,'), 'x,y,extra\n1,2,1.50\n'],
  ['a condition', numbers, 'x,y,ok\n1,2,1\n'],
  ['a case', `${numbers}  - {name: load, type: Case, values: [1, 2]}\n`, 'x,y,load\n1,2,1\n'],
  ['levels of texts', `${numbers}  - {name: g, type: Param, values: ['1', b]}\n`, 'x,y,g\n1,2,1\n'],
])('%s is left to the reader of texts', (_, variables, csv) => {
  expect(plain(variables, csv)).toBeUndefined();
});
