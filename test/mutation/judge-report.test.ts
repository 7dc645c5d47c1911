import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeReport, type ToldSurvivors } from '../../.ci/mutation/judge-report.js';

const file = 'src/run/a.ts';
const source = 'if (a > 1) {\n  pay();\n}\n';
const comparison = {
  mutatorName: 'EqualityOperator',
  replacement: 'a >= 1',
  location: { start: { line: 1, column: 5 }, end: { line: 1, column: 10 } },
};
const block = {
  mutatorName: 'BlockStatement',
  replacement: '{}',
  location: { start: { line: 1, column: 12 }, end: { line: 3, column: 2 } },
};
const told = {
  ...{ file, line: 'if (a > 1) {', original: 'a > 1', mutator: 'EqualityOperator' },
  ...{ replacement: 'a >= 1', reason: 'a is never 1' },
};

function judge(
  statuses: readonly [string, string],
  survivors: ToldSurvivors['survivors'] = [],
  share = 1,
) {
  return judgeReport({
    report: {
      files: {
        [file]: {
          source,
          mutants: [
            { ...comparison, status: statuses[0] },
            { ...block, status: statuses[1] },
          ],
        },
      },
    },
    told: { eachToldIn: [file], survivors },
    rooms: ['src/run'],
    lowestScore: 50,
    share,
  });
}

describe('a report of mutants', () => {
  it('is good where each was noticed, by a failure or by an endless loop', () => {
    const { faults, lines } = judge(['Killed', 'Timeout']);
    expect(faults).toEqual([]);
    expect(lines.at(-1)).toBe('100.00 % of all of src/run: 2 of 2');
  });

  it('counts what no test reaches as not noticed, and what could not run not at all', () => {
    expect(judge(['Killed', 'NoCoverage']).lines).toContain('50.00 % of src/run/a.ts: 1 of 2');
    expect(judge(['Killed', 'Ignored']).lines).toContain('100.00 % of src/run/a.ts: 1 of 1');
  });

  it('tells of a sample between which scores all of a room lies', () => {
    const { lines } = judge(['Killed', 'Survived'], [], 0.999);
    expect(lines).toContain(
      '50.00 % of a sample of src/run: 1 of 2; of all between 9.5 and 90.5 %',
    );
  });

  it('of a sample counts no mutant that is out of it, and asks for none that is told', () => {
    const { lines, faults } = judge(['Killed', 'Survived'], [told], 1e-9);
    expect(lines.some((line) => line.startsWith('survived: '))).toBe(false);
    expect(faults).toEqual([]);
  });

  it('is bad where a room’s score is too low, told or not', () => {
    const { faults } = judge(['Survived', 'Ignored'], [told]);
    expect(faults).toEqual(['src/run: expected a score of at least 50 %']);
  });

  it('is bad where a survivor of a file that wants them told is not', () => {
    expect(judge(['Killed', 'Survived']).faults).toEqual([
      expect.stringMatching(/^not noticed .* BlockStatement in `if \(a > 1\) \{`: `\{ … \}`/u),
    ]);
    expect(judge(['Survived', 'Killed'], [told]).faults).toEqual([]);
  });

  it('is bad where what is told is noticed after all', () => {
    expect(judge(['Killed', 'Killed'], [told]).faults).toEqual([
      expect.stringMatching(/^told in survivors.json, but noticed by a test or gone: /u),
    ]);
  });
});

const { eachToldIn, survivors } = JSON.parse(
  readFileSync('.ci/mutation/survivors.json', 'utf8'),
) as ToldSurvivors;

describe('the told survivors', () => {
  it('stand in their files, each with a reason', () => {
    const missing = survivors.filter(
      (one) =>
        one.reason === '' ||
        !readFileSync(one.file, 'utf8')
          .split('\n')
          .some((line) => line.trim() === one.line),
    );
    expect(missing).toEqual([]);
  });

  it('are all told in files that are there', () => {
    expect(eachToldIn.filter((path) => !existsSync(path))).toEqual([]);
  });
});
