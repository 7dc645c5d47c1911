/** What measures the error of effects: where it can't be that of all runs, and where sound runs must not seem otherwise. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudySummary } from '../../src/analysis/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

type Row = readonly number[];

/** All combinations of -1 and 1. */
function factorial(factors: number): readonly Row[] {
  return Array.from({ length: 2 ** factors }, (_, run) =>
    Array.from({ length: factors }, (__, place) => ((run >> place) & 1 ? 1 : -1)),
  );
}

const middle = (factors: number, count: number): readonly Row[] =>
  Array.from({ length: count }, () => new Array<number>(factors).fill(0));

/** With the product of all factors as one more. */
const generated = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => [...row, row.reduce((product, x) => product * x, 1)]);

/** One of many studies of 3a + 1.5b with normal errors of size 1. */
function summarise(rows: readonly Row[], study: number): StudySummary {
  const uniforms = new Float64Array(rows.length);
  createStream(9, '/errors-of-factorials').fill(uniforms, study * rows.length);
  const y = Float64Array.from(
    rows,
    ([a = 0, b = 0], run) => 3 * a + 1.5 * b + normalQuantile(uniforms[run] ?? 0.5),
  );
  return summariseStudy({
    accepted: rows.map(() => true),
    columns: [
      ...Array.from({ length: rows[0]?.length ?? 0 }, (_, place) => ({
        name: 'abcdef'.charAt(place),
        role: 'input' as const,
        values: Float64Array.from(rows, (row) => row[place] ?? NaN),
      })),
      { name: 'y', role: 'output', values: y },
    ],
  });
}

const reasonsOf = ({ estimators }: StudySummary, name: string): string =>
  estimators.find(({ estimator }) => estimator === name)?.reasons.join('; ') ?? 'no result';

const countOf = (rows: readonly Row[], name: string, words: string): number =>
  Array.from({ length: 100 }, (_, study) => summarise(rows, study)).filter((summary) =>
    reasonsOf(summary, name).includes(words),
  ).length;

describe('an error that repeats of one row measure', () => {
  const onePoint = 'of the error are repeats of one row';

  it.each(['anova', 'factorialEffects'])('is not called that of all runs by %s', (name) => {
    const rows = [...factorial(3), ...middle(3, 6)];
    expect(reasonsOf(summarise(rows, 1), name)).toContain(
      `5 of the 6 degrees of freedom ${onePoint}`,
    );
  });

  it.each([
    ['each run is repeated', [...factorial(2), ...factorial(2), ...factorial(2)]],
    ['one factor is repeated at both levels', [...factorial(1), ...factorial(1), ...factorial(1)]],
    ['most of it is of other runs', [...factorial(4), ...factorial(4), ...middle(4, 5)]],
  ])('is where %s', (_, rows) => {
    expect(reasonsOf(summarise(rows, 1), 'anova')).not.toContain(onePoint);
  });
});

describe('normal errors', () => {
  it.each([
    ['without those of runs that leave none', [...generated(factorial(4)), ...middle(5, 8)]],
    ['of a Plackett-Burman design’s size', [...generated(factorial(3)), ...middle(4, 12)]],
  ])('are normal %s', (_, rows) => {
    expect(countOf(rows, 'factorialEffects', 'aren’t normal')).toBeLessThanOrEqual(3);
  });

  it('make interactions that can’t be told apart seem to act in one study of twenty, over all of them', () => {
    const rows = generated(factorial(3));
    const twice = [...rows, ...rows];
    expect(countOf(twice, 'factorialEffects', 'interactions that act')).toBeLessThanOrEqual(10);
  });
});
