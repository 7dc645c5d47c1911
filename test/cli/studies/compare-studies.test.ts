import { expect, it } from 'vitest';
import { compareStudies, type ComparedStudy } from '../../../src/cli/studies/compare-studies.ts';
import { describeComparison } from '../../../src/cli/studies/describe-comparison.ts';
import type { View } from '../../../src/cli/output/view.ts';
import { compileRunExpression } from '../../../src/expressions/index.ts';
import type { OutcomeValue } from '../../../src/run/run-outcome.ts';
import { planStudy } from '../../../src/study/index.ts';
import type { RegressionSettings, Variable } from '../../../src/study/study.ts';
import { studyOf } from '../../study/plain-study.ts';
import { storedStudy } from './stored-studies.ts';

const source = { kind: 'key', file: 'out.txt', key: 'y' } as const;
const output = (name: string): Variable => ({
  ...{ name, type: 'Output', valueType: 'number', required: true, source },
});

/** A study over the levels of `load`, whose runs from 1 gave these values of y; `failed` for one that failed. */
function study(
  loads: readonly number[],
  values: readonly (OutcomeValue | 'failed')[],
  { names = ['load', 'y'], regression }: { names?: string[]; regression?: RegressionSettings } = {},
): ComparedStudy {
  const [input = '', response = ''] = names;
  const variables: Variable[] = [
    { name: input, type: 'Design', source: { kind: 'levels', values: loads } },
    output(response),
  ];
  const design = studyOf(variables, {}, regression === undefined ? {} : { regression });
  const outcome = { attempt: 1, jobNumber: 1 };
  return {
    study: design,
    plan: planStudy(design, { tables: new Map(), compileRunExpression }),
    attempts: [
      values.map((value, index) =>
        value === 'failed'
          ? { ...outcome, run: index + 1, status: 'Failed', values: {} }
          : { ...outcome, run: index + 1, status: 'Done', values: { [response]: value } },
      ),
    ],
  };
}

/** The rows of the tables that a person sees. */
function tablesOf({ human }: View): readonly (readonly (readonly string[])[])[] {
  return (human ?? []).flatMap((block) => (block.kind === 'table' ? [block.rows] : []));
}

it('finds equal studies equal, whatever the order of their runs', () => {
  const { equal, runs } = compareStudies(
    study([1, 2, 3], [10, 20, 30]),
    study([3, 1, 2], [30, 10, 20]),
  );
  expect(equal).toBe(true);
  expect(runs.pairs).toEqual([
    [1, 2],
    [2, 3],
    [3, 1],
  ]);
});

it('tells of each response how far it is apart, and its statistics', () => {
  const { equal, responses, movedValues } = compareStudies(
    study([1, 2], [10, 200]),
    study([1, 2], [10.5, 201]),
  );
  expect(equal).toBe(false);
  expect(responses).toMatchObject([
    {
      ...{ response: 'y', compared: 2, moved: 2, largest: { abs: 1, rel: 0.05 } },
      first: { mean: 105, standardDeviation: 190 / Math.SQRT2 },
      second: { mean: 105.75 },
    },
  ]);
  expect(movedValues.map(({ run, before, now }) => [run, before, now])).toEqual([
    [1, 10, 10.5],
    [2, 200, 201],
  ]);
});

it.each([
  ['none', undefined, 2],
  ['a relative one', { rel: 0.01 }, 1],
  ['an absolute one', { abs: 1 }, 0],
])('takes as tolerance %s', (_, tolerance, moved) => {
  const found = compareStudies(study([1, 2], [10, 200]), study([1, 2], [10.5, 201]), tolerance);
  expect([found.moved, found.equal]).toEqual([moved, moved === 0]);
});

it('takes the tolerances of the second study file where none is given', () => {
  const regression = { tolerances: { y: { rel: 0.1 } }, ignore: [] };
  const first = study([1], [10]);
  expect(compareStudies(first, study([1], [10.5], { regression })).equal).toBe(true);
  expect(compareStudies(study([1], [10], { regression }), study([1], [10.5])).equal).toBe(false);
});

it('names the runs that only one has, or that are done in one only', () => {
  const found = compareStudies(
    study([1, 2, 3], [1, 2, 'failed']),
    study([2, 3, 4], ['failed', 3, 4]),
  );
  expect(found.runs).toMatchObject({ onlyInFirst: [1], onlyInSecond: [3] });
  expect([found.lostRuns, found.gainedRuns, found.equal]).toEqual([[2], [3], false]);
});

it('compares nothing where the inputs have other names, and says so', () => {
  const [first, second] = [study([1], [1]), study([1], [1], { names: ['force', 'y'] })];
  const found = compareStudies(first, second);
  expect(found).toMatchObject({
    inputs: { onlyInFirst: ['load'], onlyInSecond: ['force'] },
    equal: false,
  });
  const view = describeComparison(storedStudy('a-1', 'a'), storedStudy('b-1', 'b'), found);
  expect(JSON.stringify(view.human)).toContain('not comparable: they have different names');
});

it('says that studies without a run in common are not comparable, and shows no differences', () => {
  const sides = [storedStudy('a-1', 'a'), storedStudy('b-1', 'b')] as const;
  const view = describeComparison(...sides, compareStudies(study([1], [1]), study([2], [1])));
  expect(view.quiet).toBe('not comparable');
  const said = JSON.stringify(view.human);
  expect(said).toContain('no run of one has the inputs of a run of the other');
  expect(said).toContain('doeflow analyze a-1');
  expect(said).not.toContain('furthest apart');
  const undone = compareStudies(study([1], ['failed']), study([1], [1]));
  const other = describeComparison(...sides, undone);
  expect(JSON.stringify(other.human)).toContain('no run of equal inputs is done in both');
  expect(JSON.stringify(other.human)).not.toContain('furthest apart');
});

it('compares the responses that both have, and is not equal where one has more', () => {
  const found = compareStudies(study([1], [1]), study([1], [1], { names: ['load', 'z'] }));
  expect(found.responsesApart).toEqual({ onlyInFirst: ['y'], onlyInSecond: ['z'] });
  expect([found.responses, found.equal]).toEqual([[], false]);
});

it('does not call studies equal of which nothing was collected', () => {
  expect(compareStudies(study([1], []), study([1], [])).equal).toBe(false);
});

it('has no relative difference where the reference is 0', () => {
  const { responses } = compareStudies(study([1], [0]), study([1], [1e-9]));
  expect(responses[0]?.largest).toEqual({ abs: 1e-9, rel: null });
});

it('does not show 0 as the difference from a value that is missing', () => {
  const missing = study([1], [10]);
  const outcomes = missing.attempts.map((attempt) =>
    attempt.map((one) => ({ ...one, values: { ...one.values, y: null } })),
  );
  const found = compareStudies({ ...missing, attempts: outcomes }, study([1], [10]));
  expect([found.moved, found.equal]).toEqual([1, false]);
  const view = describeComparison(storedStudy('a-1', 'a'), storedStudy('b-1', 'b'), found);
  const tables = tablesOf(view);
  expect(tables[0]).toEqual([['y', 'none', '1', '1', '', '', '']]);
  expect(tables.at(-1)).toEqual([['1', 'y', 'missing', '10']]);
});

it('shows both differences of the run that is furthest apart, and names it', () => {
  // The second run is furthest apart, the first one by its share alone.
  const found = compareStudies(study([1, 2, 3], [10, 200, 7]), study([3, 1, 2], [7, 10.5, 201]));
  const view = describeComparison(storedStudy('a-1', 'a'), storedStudy('b-1', 'b'), found);
  expect(tablesOf(view)[0]).toEqual([['y', 'none', '3', '2', '2', '1', '0.005']]);
});

it.each([
  [
    [1_000, 2_000],
    [1_000, 2_000.02],
    ['1500', '1500.01'],
  ],
  [
    [1, 3],
    [1, 3.000_000_000_000_001],
    ['2', '2.0000000000000004'],
  ],
  [
    [1, 3],
    [3, 1],
    ['2', '2'],
  ],
])('shows means with the digits by which they differ: of %j and %j', (one, other, means) => {
  const found = compareStudies(study([1, 2], one), study([1, 2], other));
  const view = describeComparison(storedStudy('a-1', 'a'), storedStudy('b-1', 'b'), found);
  expect([view.quiet, tablesOf(view)[1]?.[0]?.slice(1, 3)]).toEqual(['different', means]);
});

it('says which runs ran with which files, where some were mended', () => {
  const plain = study([1, 2], [10, 20]);
  const attempts = plain.attempts.map((each) =>
    each.map((one) => (one.run === 2 ? { ...one, revision: 2 } : one)),
  );
  const sides = [storedStudy('a-1', 'a'), storedStudy('b-1', 'b')] as const;
  const mixed = compareStudies(plain, { ...plain, attempts });
  expect(mixed.revisions).toEqual({
    first: [{ revision: 1, runs: 2 }],
    second: [
      { revision: 1, runs: 1 },
      { revision: 2, runs: 1 },
    ],
  });
  const said = JSON.stringify(describeComparison(...sides, mixed).human);
  expect(said).toContain(
    "mixed: 1 run with the study's own files, 1 run with revision 2 of the study's files",
  );
  expect(said).not.toContain('files of the first');
  const equal = describeComparison(...sides, compareStudies(plain, plain));
  expect(JSON.stringify(equal.human)).not.toContain('files of');
});
