import { describe, expect, it } from 'vitest';
import { compareResults, describeVerdict, judgeOccurrence } from '../../src/recurrence/index.ts';
import type { OutcomeValue, RunOutcome } from '../../src/run/run-outcome.ts';
import type { RegressionSettings, Variable } from '../../src/study/study.ts';

const source = { kind: 'key', file: 'out.txt', key: 'y' } as const;
const variables: readonly Variable[] = [
  { name: 'x', type: 'Param', source: { kind: 'expression', expression: '1' } } as Variable,
  { name: 'y', type: 'Output', valueType: 'number', source, required: true },
  { name: 'word', type: 'Output', valueType: 'text', source, required: false },
  { name: 'seconds', type: 'Output', valueType: 'number', source, required: false },
];

/** Outcomes by run, from 1: values of a run that is done, or `failed`. */
function outcomes(
  ...runs: readonly (Readonly<Record<string, OutcomeValue>> | 'failed')[]
): ReadonlyMap<number, RunOutcome> {
  return new Map(
    runs.map((values, index) => [
      index + 1,
      {
        run: index + 1,
        attempt: 1,
        jobNumber: 1,
        status: values === 'failed' ? 'Failed' : 'Done',
        values: values === 'failed' ? {} : values,
      },
    ]),
  );
}

function compare(
  before: ReadonlyMap<number, RunOutcome>,
  now: ReadonlyMap<number, RunOutcome>,
  regression?: RegressionSettings,
) {
  return compareResults(
    { variables, ...(regression === undefined ? {} : { regression }) },
    before,
    now,
  );
}

const tolerance = (abs: number, rel: number): RegressionSettings => ({
  tolerances: { y: { abs, rel } },
  ignore: [],
});

describe('two occurrences', () => {
  it.each([
    ['equal without a tolerance', 1, 1, undefined, 0],
    ['one bit apart without a tolerance', 1, 1 + Number.EPSILON, undefined, 1],
    ['on the absolute bound', 1, 1.25, tolerance(0.25, 0), 0],
    ['beyond the absolute bound', 1, 1.2500001, tolerance(0.25, 0), 1],
    ['on the relative bound of the reference', -8, -9, tolerance(0, 0.125), 0],
    ['beyond the relative bound', -8, -9.001, tolerance(0, 0.125), 1],
    ['within the larger bound alone', 100, 109, tolerance(1, 0.1), 0],
    ['near nothing, where a share allows nothing', 0, 1e-300, tolerance(0, 0.5), 1],
    ['a value that went away', 1, null, tolerance(10, 10), 1],
    ['a value that came', null, 1, tolerance(10, 10), 1],
    ['no value in both', null, null, undefined, 0],
  ])('are compared by the larger of two bounds: %s', (_what, before, now, regression, moved) => {
    const found = compare(outcomes({ y: before }), outcomes({ y: now }), regression);
    expect(found.moved).toBe(moved);
    expect(found.movedValues).toEqual(moved === 0 ? [] : [{ run: 1, response: 'y', before, now }]);
  });

  it('have equal texts, and what is ignored may differ', () => {
    const found = compare(
      outcomes({ y: 1, word: 'a', seconds: 1 }, { y: 1, word: 'a', seconds: 1 }),
      outcomes({ y: 1, word: 'b', seconds: 7 }, { y: 1, word: 'a', seconds: 8 }),
      { tolerances: {}, ignore: ['seconds'] },
    );
    expect(found.movedValues).toEqual([{ run: 1, response: 'word', before: 'a', now: 'b' }]);
    expect(found.responses.map(({ response }) => response)).toEqual(['y', 'word']);
  });

  it('tell the value that moved furthest by its own measure, and how far', () => {
    const found = compare(
      outcomes({ y: 100 }, { y: 1 }),
      outcomes({ y: 101 }, { y: 1.5 }),
      tolerance(0, 0.1),
    );
    expect(found.responses[0]?.furthest).toEqual({ run: 2, before: 1, now: 1.5, difference: 0.5 });
  });
});

describe('the verdict', () => {
  const judge = (against: Parameters<typeof judgeOccurrence>[0]['against'], finished = true) =>
    judgeOccurrence({ finished, done: 2, against });

  it('keeps the reference while occurrences are the same, so that a slow drift is told in the end', () => {
    const against = compare(outcomes({ y: 1 }), outcomes({ y: 1.01 }), tolerance(0.1, 0));
    expect(judge(against)).toEqual({ comparison: 'same', becomesReference: false });
  });

  it('takes an occurrence that moved as the next reference, so that each move is told once', () => {
    const against = compare(outcomes({ y: 1 }), outcomes({ y: 2 }));
    expect(judge(against)).toEqual({ comparison: 'moved', becomesReference: true });
  });

  it('never calls an occurrence the same that lost runs, and never compares with it', () => {
    const lost = compare(outcomes({ y: 1 }, { y: 1 }), outcomes({ y: 1 }, 'failed'));
    expect(judge(lost)).toEqual({ comparison: 'incomparable', becomesReference: false });
    const also = compare(outcomes({ y: 1 }, { y: 1 }), outcomes({ y: 2 }, 'failed'));
    expect(judge(also)).toEqual({ comparison: 'moved', becomesReference: false });
    const gained = compare(outcomes({ y: 1 }, 'failed'), outcomes({ y: 1 }, { y: 1 }));
    expect(judge(gained)).toEqual({ comparison: 'same', becomesReference: true });
  });

  it('compares nothing with a study that did not end by itself', () => {
    expect(judge('first', false)).toEqual({ comparison: 'incomparable', becomesReference: false });
  });

  it('is told in a sentence with the response, the run and both values', () => {
    const against = compare(outcomes({ y: 1 }, { y: 2 }), outcomes({ y: 1.5 }, 'failed'));
    const facts = { finished: true, done: 1, against };
    expect(
      describeVerdict(judgeOccurrence(facts), facts, { state: 'Finished', reference: 'beam-1' }),
    ).toEqual([
      'Moved since beam-1: 1 of 1 values are beyond their tolerances: 1 of y (run 1: 1.5 instead of 1)',
      'Done in the reference, but not now: run 2',
    ]);
  });
});
