import { describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { analyseTable } from '../../src/summary/analyse-table.ts';
import { readAnalysedTable, type AnalysedTable } from '../../src/summary/read-analysed-table.ts';
import { parseAnalysedStudy } from '../../src/study-file/read-analysed-study.ts';
import { parseTable } from '../../src/study-file/parse-table.ts';

const study = parseAnalysedStudy(
  `name: any
variables:
  - {name: x, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 10}}
  - {name: grade, type: Param, values: [low, high]}
  - {name: double, type: Param, expression: 2 * x}
  - {name: load, type: Case, caseFile: gone.csv}
  - {name: y, type: Output, from: {file: gone.txt, key: y}}
  - {name: extra, type: Output, from: stdout, required: false}
  - {name: ok, type: Constraint, expression: y > double}
findings: [{name: m, value: mean(y)}]
`,
  'study.yaml',
);

function read(csv: string): AnalysedTable {
  const parsed = parseTable(csv, 'results.csv');
  if ('issue' in parsed) throw new Error(parsed.issue.message);
  return readAnalysedTable(study, parsed.table);
}

const column = ({ table }: AnalysedTable, name: string): unknown[] => [
  ...(table.columns.find((one) => one.name === name)?.values ?? []),
];

describe('a CSV of results', () => {
  it.each(['0.5', '5000000000', '-1', 'one', ''])(
    'names the place of %j, which is no run number, beside what else is wrong',
    (run) => {
      let issues: readonly unknown[] = [];
      try {
        read(`x,run,grade,load,y\n1,1,low,1,2\n2,${run},medium,1,2\n`);
      } catch (error) {
        if (!(error instanceof StudyError)) throw error;
        ({ issues } = error);
      }
      expect(issues).toEqual([
        expect.objectContaining({
          file: 'results.csv',
          line: 3,
          column: 2,
          message: `Expected a run number in column \`run\`, a whole number from 0 to 1020, got "${run}"`,
        }),
        expect.objectContaining({ line: 3, column: 3 }),
      ]);
    },
  );

  it('keeps cases apart that differ in zeros before their digits', () => {
    expect(column(read('x,grade,load,y\n1,low,007,2\n2,low,7,3\n'), 'load')).toEqual(['007', 7]);
  });

  it('gives its columns in the order of the runs, with what is missing computed or missing', () => {
    const found = read(`run,x,grade,load,y,note
3,3,high,1,9,c
1,1,low,1,1,a
0,5,low,1,7,nominal
4,2,high,2,-nan,d
6,2,low,2,5,d
`);
    expect(found.runs).toEqual({ total: 6, done: 3, failed: 3 });
    expect([...found.table.accepted]).toEqual([1, 0, 1, 0, 0, 1]);
    expect(column(found, 'x')).toEqual([1, NaN, 3, 2, NaN, 2]);
    expect(column(found, 'double')).toEqual([2, NaN, 6, 4, NaN, 4]);
    expect(column(found, 'y')).toEqual([1, NaN, 9, NaN, NaN, 5]);
    expect(column(found, 'ok')).toEqual([0, NaN, 1, NaN, NaN, 1]);
    expect(found.ignored).toEqual(['note']);
    expect(found.structure).toMatchObject({
      method: 'monte-carlo',
      variables: ['x', 'grade'],
      cases: 2,
    });
    const { statistics, findings } = analyseTable(study, found.table, found.structure);
    expect(findings).toMatchObject([{ name: 'm', value: 5 }]);
    expect(statistics.moments['y']).toMatchObject({ count: 3, mean: 5 });
  });

  it('has texts as they were, where our own tables keep spreadsheets from taking them for formulas', () => {
    const guarded = parseAnalysedStudy(
      `name: any
variables:
  - {name: sign, type: Param, values: ["=a", "'=a", "'-x'"]}
  - {name: load, type: Case, caseFile: gone.csv}
  - {name: word, type: Output, valueType: text, from: {file: gone.txt, key: y}}
`,
      'study.yaml',
    );
    const csv = parseTable("sign,load,word\n'=a,'@1,'-3 @cmd\n''=a,-1,-3\n'-x',a,'a\n", 'own.csv');
    if ('issue' in csv) throw new Error(csv.issue.message);
    const found = readAnalysedTable(guarded, csv.table);
    expect(column(found, 'sign')).toEqual(['=a', "'=a", "'-x'"]);
    expect(column(found, 'load')).toEqual(['@1', -1, 'a']);
    expect(column(found, 'word')).toEqual(['-3 @cmd', '-3', "'a"]);
  });

  it.each([
    [
      'a column `status`',
      'x,y,z,c,o,status\n1,,5,,,Done\n2,3,6,true,6,Done\n3,-1,7,false,,Failed\n',
      [1, 1, 0],
    ],
    ['nothing but values', 'x,y,z\n1,,5\n2,3,6\n3,-1,7\n', [1, 1, 0]],
    ['numbers without what follows from them', 'x,y,z,o\n1,,5,\n2,3,6,6\n3,-1,7,\n', [1, 1, 0]],
  ])(
    'counts a run whose optional output is missing, and not one whose expression has no value of what is there: by %s',
    (_, csv, accepted) => {
      const optional = parseAnalysedStudy(
        `name: any
variables:
  - {name: x, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 10}}
  - {name: y, type: Output, from: stdout, required: false}
  - {name: z, type: Output, from: stdout}
  - {name: c, type: Constraint, expression: y > 0.5}
  - {name: o, type: Objective, goal: minimize, expression: "log(y) + z"}
design: {method: monte-carlo, runs: 3}
`,
        'study.yaml',
      );
      const parsed = parseTable(csv, 'own.csv');
      if ('issue' in parsed) throw new Error(parsed.issue.message);
      const { table, runs } = readAnalysedTable(optional, parsed.table);
      expect([...table.accepted]).toEqual(accepted);
      expect(runs).toEqual({ total: 3, done: 2, failed: 1 });
    },
  );

  it('says which words of its column `status` nobody knows', () => {
    const rows = ['Done', 'failed', 'ok', 'Finished', 'ok'].map(
      (word, row) => `${row},low,1,1,${word}`,
    );
    const { table, runs } = read(['x,grade,load,y,status', ...rows, ''].join('\n'));
    expect(runs).toEqual({ total: 5, done: 1, failed: 4 });
    expect(table.doubts).toEqual([
      '3 rows have a status that isn’t known (`ok`, `Finished`) and count as failed: a row counts where its status is `done`',
    ]);
  });

  it('takes the word of its column `status`', () => {
    const found = read(
      'x,grade,load,y,status\n1,low,1,1,Done\n2,low,1,half,Failed\n3,low,1,4,done\n',
    );
    expect([...found.table.accepted]).toEqual([1, 0, 1]);
    expect(column(found, 'y')).toEqual([1, NaN, 4]);
  });

  it('is refused with all that is wrong, each at its place', () => {
    const issues = (() => {
      try {
        read('run,x,grade,y\n1,one,low,2\n1,2,medium,3\n2,,low,1e\n');
      } catch (error) {
        if (error instanceof StudyError) return error.issues;
      }
      return [];
    })();
    expect(issues.map(({ line, column, message }) => [line, column, message])).toEqual([
      [3, 1, 'Run 1 appears twice'],
      [2, 2, 'Expected a number in column `x`, got "one"'],
      [4, 2, 'Expected a value in column `x`, got an empty cell'],
      [3, 3, 'Expected one of its values in column `grade`, got "medium"'],
      [1, 1, 'The column `load` is missing'],
      [4, 4, 'Expected a finite number in column `y`, got "1e"'],
    ]);
  });
});

describe('a number that would become another one', () => {
  it.each(['1e-400', '12345678901234567', '-0.0D-10 1', '1e400'])('%s is refused', (text) => {
    expect(() => read(`run,x,grade,load,y\n1,1,low,1,${text}\n`)).toThrow(/in column `y`, got/u);
  });

  it.each(['0', '0e-400', '0.0', '5e-324', '12345678901234568'])('%s is taken', (text) => {
    expect(() => read(`run,x,grade,load,y\n1,1,low,1,${text}\n`)).not.toThrow();
  });
});

describe('a study file for analysis', () => {
  it('is refused where its variables or findings are wrong, without a word on the job', () => {
    const broken = `name: any
variables:
  - {name: x, type: Param, generator: Uniform, settings: {minvalue: 2, maxvalue: 1}}
  - {name: y, type: Output, from: stdout}
findings: [{name: m, value: mean(z)}]
statistics: {levels: {z: {response: [1]}}}
`;
    expect(() => parseAnalysedStudy(broken, 'study.yaml')).toThrow(
      /study.yaml:3:.*maxvalue[^]*study.yaml:5:.*`z`[^]*study.yaml:6:23: Expected the name of an Output or Objective/u,
    );
    expect(() => parseAnalysedStudy('name: a\nvariables: []\n', 's')).toThrow(StudyError);
  });
});
