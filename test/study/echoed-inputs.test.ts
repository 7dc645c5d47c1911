import { expect, it } from 'vitest';
import { compileRunExpression } from '../../src/expressions/compile-run-expression.ts';
import type { RunOutcome } from '../../src/run/index.ts';
import { noteOutcomes } from '../../src/study/note-outcomes.ts';
import { planStudy } from '../../src/study/plan-study.ts';
import type { Variable } from '../../src/study/study.ts';
import { studyOf, uniform } from './plain-study.ts';

const output = { name: 'r', type: 'Output', required: true, valueType: 'number' };
const study = studyOf(
  [uniform('x'), uniform('y'), { ...output, source: { kind: 'stdout' } } as Variable],
  { method: 'monte-carlo', runs: 5 },
);
const plan = planStudy(study, { tables: new Map(), compileRunExpression });
const [xs = [], ys = []] = plan.block(0, 5).columns.map((one) => [...one] as readonly number[]);

const outcomes = (valueOf: (x: number, y: number, index: number) => number): RunOutcome[] =>
  xs.map((x, index) => ({
    ...{ run: index + 1, attempt: 1, jobNumber: 1, status: 'Done' },
    values: { r: valueOf(x, ys[index] ?? 0, index) },
  }));

it.each([
  ['it', outcomes((_, y) => y)],
  ['what is printed of it', outcomes((_, y) => Number(y.toPrecision(6)))],
])('an output that is an input in all done runs is told: %s', (_, all) => {
  const failed = { ...all[0]!, run: 2, status: 'Failed' as const, values: {} };
  expect(noteOutcomes([...all, failed], study, plan)).toEqual([
    expect.stringContaining('the output r equals the input y in all done runs') as string,
  ]);
});

it.each([
  ['one run differs', outcomes((_, y, index) => (index === 3 ? 0.5 : y))],
  ['it is another number', outcomes((x, y) => x + y)],
  ['two runs are done', outcomes((_, y) => y).slice(0, 2)],
])('nothing is told where %s', (_, all) => {
  expect(noteOutcomes(all, study, plan)).toEqual([]);
});

it('runs that failed in an expression alone are told that a retry pays for the same', () => {
  const failed = outcomes((x, y) => x + y).map((one, index) => ({
    ...one,
    ...(index < 2
      ? {
          status: 'Failed' as const,
          reason: 'expression' as const,
          message: 'no finite value for f',
        }
      : {}),
  }));
  expect(noteOutcomes(failed, study, plan)).toEqual([
    expect.stringMatching(
      /\(no finite value for f\).* retry would pay for the same again/u,
    ) as string,
  ]);
});
