import { describe, expect, it } from 'vitest';
import { parseTable } from '../../src/study-file/parse-table.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { exampleFiles, exampleText, inMemory } from './example.ts';

/** The example with a table as its design, of one column that is a variable. */
const tableText = exampleText
  .replace(/ {2}- \{name: w,[^\n]*\n {2}- \{name: t,[^\n]*\n/u, '')
  .replace(/ {2}- \{name: E,[^\n]*\n {2}- \{name: grade,[^\n]*\n {2}- \{name: load,[^\n]*\n/u, () =>
    ['w', 't', 'E', 'grade', 'load'].map((name) => `  - {name: ${name}, type: Param}\n`).join(''),
  )
  .replace(/design: [^\n]*/u, 'design: {method: table, file: points.csv}')
  .replace(
    / {2}- \{name: Mean[^\n]*\n/u,
    '  - {name: Mean stress, valueType: number, value: "mean(stress)"}\n',
  );

const study = (rows: string, change = (text: string): string => text) =>
  parseStudy(
    change(tableText),
    inMemory({ ...exampleFiles, 'points.csv': `w,t,E,grade,load\n${rows}` }),
  );

describe('a column of a table', () => {
  it('with units in each cell is told to be one of texts', () => {
    const { warnings } = study('10 mm,1,2,a,3k\n20 mm,2,3,b,4k\n');
    expect(warnings).toMatchObject([
      { file: 'points.csv', line: 2, column: 1, hint: expect.stringContaining('or 0.01 where') },
      { file: 'points.csv', line: 2, column: 5, hint: 'for numbers, write 3000' },
    ]);
    expect(warnings[0]?.message).toContain('Each value is a text such as "10 mm"');
  });

  it('with a decimal comma and a unit is told so, as its quotes are there for the comma', () => {
    const { warnings } = study('"2,5k",1,2,a,3\n"3,5k",2,3,b,4\n');
    expect(warnings).toMatchObject([{ line: 2, column: 1, hint: 'for numbers, write 2500' }]);
  });

  it.each([
    [
      'mm,N,Pa,-,N\n1,2,3,4,5\n2,3,4,5,6\n',
      'points.csv:2: .*`w`, as in all rows below',
      'unit: mm',
    ],
    ['[mm],[N],[Pa],[-],[N]\n1,2,3,4,5\n2,3,4,5,6\n', 'points.csv:2: .*"\\[mm\\]"', 'unit: mm'],
    ['−1,2,3,a,5\n−2,3,4,b,6\n', 'points.csv:2: Expected a number .*"−1"', 'plain sign `-`'],
    ['−1,2,3,a,5\n2,3,4,b,6\n', 'points.csv:2: Expected a number .*"−1"', 'plain sign `-`'],
    ['1,2,3,a,5\n# a comment\n', 'got a line that begins with `#`', 'remove the line'],
  ])('is refused where it only looks like texts: %j', (rows, message, hint) => {
    expect(() => study(rows)).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({
            message: expect.stringMatching(new RegExp(message, 'u')) as string,
            hint: expect.stringContaining(hint) as string,
          }),
        ],
      }) as Error,
    );
  });

  it.each([
    ['# made by a program\nw,t,E,grade,load\n1,2,3,a,5\n', 'remove the line'],
    ['# w,t,E,grade,load\n1,2,3,a,5\n', 'remove the `#` before the names: `w,t,E,grade,load`'],
    ['#a;b\n1;2\n', 'remove the'],
  ])('has no comment before its names: %j', (text, hint) => {
    const parsed = parseTable(text, 'points.csv');
    expect(parsed).toMatchObject({
      issue: {
        place: { line: 1 },
        message: expect.stringContaining('begins with `#`') as string,
        hint: expect.stringContaining(hint) as string,
      },
    });
  });

  it('that is no variable is ignored by a name that YAML takes', () => {
    const add = (text: string): string =>
      text.replace('points.csv}', 'points.csv, ignore: [w [mm]]}');
    expect(() => study('1,2,3,a,5\n', add)).toThrow('needs quotes: `w [mm]`');
    const files = { ...exampleFiles, 'points.csv': 'w,t,E,grade,load,w [mm]\n1,2,3,a,5,6\n' };
    expect(() => parseStudy(tableText, inMemory(files))).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({
            hint: expect.stringContaining('ignore: ["w [mm]"]') as string,
          }),
        ],
      }) as Error,
    );
  });

  it('of names, or of texts in quotes, is what it is', () => {
    expect(study('1,1,2,3D,"3k"\n2,2,3,2D,"4k"\n').warnings).toEqual([]);
  });

  it.each([
    ['3k,1,2,a,1\n4,1,2,a,1\n', '2', 'write 3000'],
    ['4,1,2,a,1\n10 mm,1,2,a,1\n', '3', 'or 0.01 where the runs expect m'],
    ['4,1,2,a,1\n"1,5",1,2,a,1\n', '3', 'write 1.5 with a decimal point'],
  ])('with a unit beside numbers is refused: %s', (rows, line, next) => {
    let told: unknown;
    try {
      study(rows);
    } catch (error) {
      told = error;
    }
    expect(told).toMatchObject({
      issues: [
        {
          message: expect.stringContaining(`points.csv:${line}: Expected a number`),
          hint: expect.stringContaining(next),
        },
      ],
    });
  });

  it.each([
    ['S235', true],
    ['235', false],
  ])('that holds %s is part of another shell’s commands: refused %s', (grade, isRefused) => {
    const started = () =>
      study(`1,1,2,${grade},3\n`, (text) =>
        text.replace('command: node beam.mjs beam.json', 'command: bash -c "node a ${grade}"'),
      );
    if (isRefused) expect(started).toThrow('${grade} becomes a part of the commands of `bash -c`');
    else expect(started).not.toThrow();
  });
});

describe('levels and cases', () => {
  it.each([
    [
      'grade, type: Param, values: [S235, S355], weights: [0.7, 0.3]',
      'grade, type: Param, values: [3k, 4k], weights: [0.7, 0.3]',
    ],
    ['values: [500, 1000]}', 'values: [1 kN, 2 kN]}'],
  ])('with units are told to be texts: %s', (from, to) => {
    const text = exampleText
      .replace(from, to)
      .replace(
        / {2}- \{name: Mean[^\n]*\n/u,
        '  - {name: Mean stress, valueType: number, value: "mean(stress)"}\n',
      );
    expect(parseStudy(text, inMemory()).warnings).toMatchObject([
      { message: expect.stringContaining('Each value is a text such as') },
    ]);
  });
});
