import { describe, expect, it } from 'vitest';
import { compileRunExpression } from '../../src/expressions/compile-run-expression.ts';
import { columnsOfParamFile } from '../../src/study/columns-of-param-file.ts';
import { partialJob } from '../../src/study/partial-job.ts';
import type { Plan } from '../../src/study/plan.ts';
import { planStudy } from '../../src/study/plan-study.ts';
import type { StringTable } from '../../src/study/string-table.ts';
import type { Cell } from '../../src/design/cell.ts';
import type { Study, Variable } from '../../src/study/study.ts';
import { templateValues } from '../../src/study/template-values.ts';
import { studyOf, uniform } from './plain-study.ts';

const w: Variable = { type: 'Param', name: 'w', source: { kind: 'levels', values: [1, 2, 3] } };
const t: Variable = { type: 'Design', name: 't', source: { kind: 'levels', values: ['a', 'b'] } };
const load: Variable = { type: 'Case', name: 'load', values: [500, 1000] };
const wind: Variable = { type: 'Case', name: 'wind', values: ['low', 'high', 'top'] };

function plan(study: Study, tables: readonly StringTable[] = []): Plan {
  const byFile = new Map(tables.map((table) => [table.file, table]));
  return planStudy(study, { tables: byFile, compileRunExpression });
}

/** All runs as lists of cells, the run's number first. */
function runsOf(made: Plan): Cell[][] {
  const total = made.runCount + (made.includesNominalRun ? 1 : 0);
  const { runNumbers, columns } = made.block(0, total);
  return runNumbers.map((run, at) => [run, ...columns.map((column) => column[at] ?? '')]);
}

const tableOf = (names: string[], ...rows: string[][]): StringTable => ({
  file: 'points.csv',
  names,
  rows,
  lines: rows.map((_, index) => index + 2),
});

describe('planStudy', () => {
  it('orders runs by replicate, then row, then case', () => {
    const made = plan(studyOf([w, load, t, wind], { replicates: 2 }));
    expect(made).toMatchObject({ runCount: 72, rows: 6, cases: 6, replicates: 2 });
    expect(made.columns).toEqual(['w', 'load', 't', 'wind']);
    expect(made.caseColumns).toEqual(['load', 'wind']);
    const runs = runsOf(made);
    expect(runs.slice(0, 8)).toEqual([
      [1, 1, 500, 'a', 'low'],
      [2, 1, 1000, 'a', 'low'],
      [3, 1, 500, 'a', 'high'],
      [4, 1, 1000, 'a', 'high'],
      [5, 1, 500, 'a', 'top'],
      [6, 1, 1000, 'a', 'top'],
      [7, 2, 500, 'a', 'low'],
      [8, 2, 1000, 'a', 'low'],
    ]);
    expect(runs[36]?.slice(1)).toEqual(runs[0]?.slice(1));
  });

  it('gives the same cells in any block, asked for in any order', () => {
    const study = studyOf([uniform('x'), load, uniform('y', { format: '0.00' }), t], {
      method: 'monte-carlo',
      runs: 40,
      replicates: 2,
      includeNominalRun: true,
      where: 'x < 0.7',
    });
    const made = plan(study);
    const runs = runsOf(made);
    expect(runs).toHaveLength(161);
    for (const [start, count] of [
      [160, 1],
      [0, 1],
      [0, 3],
      [77, 9],
      [1, 160],
      [79, 3],
      [10, 0],
    ] as const) {
      const { runNumbers, columns } = made.block(start, count);
      const cells = runNumbers.map((run, at) => [run, ...columns.map((column) => column[at])]);
      expect(cells).toEqual(runs.slice(start, start + count));
    }
    expect(() => made.block(160, 2)).toThrow(RangeError);
  });

  it('puts the nominal run first, as run 0', () => {
    const made = plan(studyOf([w, load, t, wind], { includeNominalRun: true }));
    expect(made.block(0, 2)).toEqual({
      runNumbers: [0, 1],
      columns: [Float64Array.of(2, 1), Float64Array.of(500, 500), ['a', 'a'], ['high', 'low']],
    });
    expect(made.jobs).toEqual([
      { jobNumber: 1, firstRun: 0, lastRun: 36, usesCaseFile: false, expectedRuns: 37 },
    ]);
  });

  it('cuts jobs between rows and gives each a case file', () => {
    const made = plan(studyOf([w, load, t, wind], {}, { runsPerJob: 13 }));
    expect(made.jobs).toEqual([
      { jobNumber: 1, firstRun: 1, lastRun: 12, usesCaseFile: true, expectedRuns: 12 },
      { jobNumber: 2, firstRun: 13, lastRun: 24, usesCaseFile: true, expectedRuns: 12 },
      { jobNumber: 3, firstRun: 25, lastRun: 36, usesCaseFile: true, expectedRuns: 12 },
    ]);
  });

  it('uses no case file where a job is smaller than the cases, or templates tell runs apart', () => {
    const small = plan(studyOf([w, load, wind], {}, { runsPerJob: 4 }));
    expect(small.jobs.map(({ expectedRuns }) => expectedRuns)).toEqual([4, 4, 4, 4, 2]);
    expect(small.jobs.some(({ usesCaseFile }) => usesCaseFile)).toBe(false);
    const told = plan(studyOf([w, load], {}, { runColumns: ['run'] }));
    expect(told.jobs[0]?.usesCaseFile).toBe(false);
    expect(plan(studyOf([w, t])).jobs[0]?.usesCaseFile).toBe(false);
  });

  it('writes the cases of a study without other inputs into the param file, which would be empty else', () => {
    const study = studyOf([load, wind], { replicates: 2 });
    const made = plan(study);
    const [job] = made.jobs;
    const columns = columnsOfParamFile(study, made, job ?? expect.fail());
    expect(columns.paramNames).toEqual(['load', 'wind']);
    expect(columns.caseNames).toEqual([]);
    expect(runsOf(made).slice(5, 8)).toEqual([
      [6, 1000, 'top'],
      [7, 500, 'low'],
      [8, 1000, 'low'],
    ]);
    expect(job).toMatchObject({ usesCaseFile: false, expectedRuns: 12 });
  });

  it('rounds what the solver sees, and derives from the rounded values', () => {
    const area: Variable = {
      type: 'Param',
      name: 'area',
      source: { kind: 'expression', expression: 'x * y' },
    };
    const study = studyOf(
      [uniform('x', { format: '0.000' }), uniform('y', { integer: true }), area],
      { method: 'monte-carlo', runs: 5 },
    );
    for (const [, x, y, product] of runsOf(plan(study))) {
      expect(Math.round(Number(x) * 1000) / 1000).toBe(x);
      expect([0, 1]).toContain(y);
      expect(product).toBe(Number(x) * Number(y));
    }
  });

  it('replaces refused points so that the size holds, and says so', () => {
    const study = studyOf([uniform('x'), uniform('y')], {
      method: 'monte-carlo',
      runs: 100,
      where: 'x + y < 0.8',
    });
    const made = plan(study);
    expect(made.runCount).toBe(100);
    for (const [, x, y] of runsOf(made)) expect(Number(x) + Number(y)).toBeLessThan(0.8);
    expect(made.notes.join(' ')).toMatch(
      /`where: x \+ y < 0\.8` refused \d+ of 100 rows; each was replaced/u,
    );
    expect(made.refused).toMatchObject({ where: 'x + y < 0.8' });
    expect(made.refused?.tried).toBeGreaterThanOrEqual(made.refused?.points ?? Infinity);
    expect(made.refused?.points).toBeGreaterThan(0);
    const free = runsOf(
      plan(studyOf([uniform('x'), uniform('y')], { method: 'monte-carlo', runs: 100 })),
    );
    const kept = free.filter(([, x, y]) => Number(x) + Number(y) < 0.8);
    expect(runsOf(made)).toEqual(expect.arrayContaining(kept));
  });

  it.each([
    ['monte-carlo', 10],
    ['monte-carlo', 200],
    ['latin-hypercube', 30],
    ['sobol', 16],
  ] as const)('finds the points of a small region: %s, %i runs', (method, runs) => {
    const made = plan(
      studyOf([uniform('x'), uniform('y')], { method, runs, where: 'x < 0.05 and y < 0.04' }),
    );
    expect(made.runCount).toBe(runs);
    for (const [, x, y] of runsOf(made)) {
      expect(Number(x)).toBeLessThan(0.05);
      expect(Number(y)).toBeLessThan(0.04);
    }
  });

  it('leaves refused rows of a grid out, as it has no others', () => {
    const made = plan(studyOf([w, t], { where: 'w != 2' }));
    expect(runsOf(made).map((run) => run.slice(1))).toEqual([
      [1, 'a'],
      [3, 'a'],
      [1, 'b'],
      [3, 'b'],
    ]);
    expect(made.notes.join(' ')).toContain('refused 2 of 6 rows');
    expect(made.refused).toEqual({ where: 'w != 2', points: 2, tried: 0 });
  });

  it.each([
    [
      { method: 'monte-carlo', runs: 10, where: 'x > 2' },
      '0 of 1000000 that were tried, in search of 10',
      ['design', 'where'],
    ],
    [
      { method: 'monte-carlo', runs: 10, where: 'log(x - 1) < 1' },
      'neither true nor false at x=',
      ['design', 'where'],
    ],
    [
      { method: 'morris', where: 'x > 0' },
      "The design morris can't take `where`",
      ['design', 'where'],
    ],
  ] as const)('refuses a condition that cannot be used: %o', (design, message, path) => {
    const study = studyOf([uniform('x')], design);
    let caught: unknown;
    try {
      plan(study);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ path });
    expect(String(caught)).toContain(message);
  });

  it('names inputs that the rows of a sequence tie together, and says nothing where there are enough rows', () => {
    const many = Array.from({ length: 26 }, (_, j) => uniform(`v${j}`));
    const tied = plan(studyOf(many, { method: 'sobol', runs: 64 }));
    expect(tied.notes.join(' ')).toMatch(
      /64 rows of a sobol sequence tie inputs to each other, .*v\d+ with v\d+ \(\d\.\d standard errors\), .*… \(\d+ pairs\).*take more runs, or latin-hypercube\./u,
    );
    const few = plan(studyOf(many.slice(0, 8), { method: 'sobol', runs: 1024 }));
    expect(few.notes.join(' ')).not.toContain('tie inputs');
    const drawn = plan(studyOf(many, { method: 'latin-hypercube', runs: 64 }));
    expect(drawn.notes.join(' ')).not.toContain('tie inputs');
  });

  it('says that the ends of a rounded Uniform come half as often, and what gives equal shares', () => {
    const settings = { minvalue: 1, maxvalue: 5 };
    const drawn = (source: object): Variable => uniform('n', source);
    const countsOf = (n: Variable): [Plan, number[]] => {
      const made = plan(studyOf([n, uniform('x')], { method: 'latin-hypercube', runs: 400 }));
      const counts = [0, 0, 0, 0, 0];
      for (const [, value] of runsOf(made)) counts[Number(value) - 1]! += 1;
      return [made, counts];
    };
    const [rounded, ofRounded] = countsOf(
      drawn({ integer: true, source: { kind: 'generator', generator: 'Uniform', settings } }),
    );
    expect(ofRounded).toEqual([50, 100, 100, 100, 50]);
    expect(rounded.notes.join(' ')).toContain('its ends 1 and 5 come half as often as the others');
    const [even, ofEven] = countsOf(
      drawn({
        source: {
          kind: 'generator',
          generator: 'FixedRange',
          settings: { ...settings, increment: 1 },
        },
      }),
    );
    expect(ofEven).toEqual([80, 80, 80, 80, 80]);
    expect(even.notes.join(' ')).not.toContain('half as often');
  });

  it('refuses equal rows, with the two and what they hold', () => {
    const study = studyOf([uniform('x', { integer: true })], { method: 'monte-carlo', runs: 9 });
    expect(() => plan(study)).toThrow(
      /Rows \d and \d of the design are equal \(x=[01]\); 7 of 9 rows repeat/u,
    );
  });

  it('says which seed stands in where none was given', () => {
    const study = studyOf([uniform('x')], { method: 'monte-carlo', runs: 3, seedGiven: false });
    expect(plan(study).notes).toContain('No seed was given: seed 7 is used.');
    expect(plan(studyOf([w], { seedGiven: false })).notes).toEqual([]);
  });
});

describe('a table design', () => {
  const design = { method: 'table', file: 'points.csv' } as const;
  const own: Variable[] = [
    { type: 'Param', name: 'x', source: { kind: 'table' } },
    { type: 'Param', name: 'grade', source: { kind: 'table' } },
  ];

  it('runs every row by column names', () => {
    const made = plan(studyOf(own, { ...design, ignore: ['f'] }), [
      tableOf(['f', 'grade', 'x'], ['9', 'a', '1.5'], ['9', 'b', '-2D1']),
    ]);
    expect(runsOf(made)).toEqual([
      [1, 1.5, 'a'],
      [2, -20, 'b'],
    ]);
  });

  it.each([
    [
      ['x', 'grade', 'f'],
      ['1', 'a', '2'],
      'points.csv:1: The column `f` is not a variable of the study',
    ],
    [['x'], ['1'], 'points.csv:1: The column `grade` is missing'],
    [['x', 'grade'], ['1,5', 'a'], 'points.csv:2: Expected a number in column `x`, got "1,5"'],
    [['x', 'grade'], ['0x10', 'a'], 'got "0x10"'],
    [['x', 'grade'], ['1e999', 'a'], 'got "1e999"'],
    [['x', 'grade'], ['NaN', 'a'], 'got "NaN"'],
    [
      ['x', 'grade'],
      ['12345678901234567', 'a'],
      'points.csv:2: Expected a whole number of which each digit is kept, as all below 2^53 are, in column `x`, got 12345678901234567',
    ],
    [['x', 'grade'], ['', 'a'], 'got an empty cell'],
    [['x', 'grade'], ['1', 'a\nb'], 'Expected a text of one line in column `grade`, got "a\\nb"'],
  ])('refuses %j %j', (names, row, message) => {
    expect(() => plan(studyOf(own, design), [tableOf(names, row)])).toThrow(message);
  });

  it('refuses a mixture of numbers and texts, with its line', () => {
    const table = tableOf(['x', 'grade'], ['1', 'a'], ['2', 'b'], ['n/a', 'c']);
    expect(() => plan(studyOf(own, design), [table])).toThrow('points.csv:4: Expected a number');
    const texts = tableOf(['x', 'grade'], ['1', 'a'], ['2', 'nan'], ['3', 'c']);
    expect(() => plan(studyOf(own, design), [texts])).toThrow(
      'points.csv:3: Expected a text in column `grade`, as before, got "nan"',
    );
  });

  it('takes values of a variable with levels only from these', () => {
    const table = tableOf(['w'], ['1'], ['4']);
    expect(() => plan(studyOf([w], design), [table])).toThrow(
      'points.csv:3: Expected one of the levels',
    );
  });
});

describe('columnsOfParamFile', () => {
  const flatten = (blocks: Iterable<readonly (Float64Array | readonly Cell[])[]>): Cell[][] => {
    const columns: Cell[][] = [];
    for (const block of blocks) {
      for (const [index, column] of block.entries()) (columns[index] ??= []).push(...column);
    }
    return columns;
  };

  it('splits rows and cases where the job has a case file', () => {
    const study = studyOf([w, load, t, wind], {}, { runsPerJob: 12 });
    const made = plan(study);
    const job = made.jobs[1];
    if (!job) throw new Error('no second job');
    const files = columnsOfParamFile(study, made, job);
    expect(files.paramNames).toEqual(['w', 't']);
    expect(flatten(files.paramBlocks())).toEqual([
      [3, 1],
      ['a', 'b'],
    ]);
    expect(files.caseNames).toEqual(['load', 'wind']);
    expect(flatten(files.caseBlocks())).toEqual([
      [500, 1000, 500, 1000, 500, 1000],
      ['low', 'low', 'high', 'high', 'top', 'top'],
    ]);
  });

  it('carries cases as param columns in a partial job, in the order asked for', () => {
    const study = studyOf([w, load], { includeNominalRun: true }, { runColumns: ['run', 'seed'] });
    const made = plan(study);
    const job = partialJob(made, 5, [4, 5, 0, 2]);
    expect(job).toMatchObject({ jobNumber: 5, expectedRuns: 4, usesCaseFile: false });
    const files = columnsOfParamFile(study, made, job);
    expect(files.paramNames).toEqual(['w', 'load', 'run', 'seed']);
    const [widths, loads, runs, seeds] = flatten(files.paramBlocks());
    expect(widths).toEqual([2, 3, 2, 1]);
    expect(loads).toEqual([1000, 500, 500, 1000]);
    expect(runs).toEqual([4, 5, 0, 2]);
    expect(new Set(seeds).size).toBe(4);
    expect(files.caseNames).toEqual([]);
    expect(() => partialJob(made, 5, [7])).toThrow(RangeError);
    expect(() => partialJob(made, 5, [])).toThrow(RangeError);
  });

  it('has the values that a template of the run gets', () => {
    const study = studyOf([w, load, t], { replicates: 2 });
    const made = plan(study);
    const values = templateValues(study, made, 15);
    expect(values).toMatchObject({ w: 2, load: 500, t: 'a', run: 15, replicate: 2 });
    expect(templateValues(study, made, 15)).toEqual(values);
    expect(Number(values['seed'])).toBeGreaterThan(0);
    expect(templateValues(study, made, 16)['seed']).not.toBe(values['seed']);
    expect(() => templateValues(study, made, 0)).toThrow(RangeError);
  });
});
