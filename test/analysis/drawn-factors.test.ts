/** Variance tables of rows that nobody balanced: what is no term stands in effects of inputs that do nothing. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type EstimatorTrust } from '../../src/analysis/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

function uniforms(count: number, name: string): Float64Array {
  const values = new Float64Array(count);
  createStream(27, name).fill(values, 0);
  return values;
}

/** Rows with each input at a level that is drawn, from 0. */
function drawn(rows: number, levels: number, inputs: number): readonly Float64Array[] {
  return Array.from({ length: inputs }, (_, input) =>
    uniforms(rows, `${rows} ${levels} ${input}`).map((u) => Math.floor(levels * u)),
  );
}

/** The judgement of the table of f and an error. */
function judged(
  columns: readonly (Float64Array | readonly string[])[],
  f: (row: number) => number,
): EstimatorTrust | undefined {
  const rows = columns[0]?.length ?? 0;
  const y = uniforms(rows, 'error').map((u, row) => f(row) + 0.3 * normalQuantile(u));
  const { estimators } = summariseStudy({
    accepted: Array.from(y, () => true),
    columns: [
      ...columns.map((values, place) => ({
        ...{ name: 'abcd'[place] ?? '', role: 'input' as const, values },
      })),
      { name: 'y', role: 'output' as const, values: y },
    ],
  });
  return estimators.find(({ estimator }) => estimator === 'anova');
}

describe('a variance table of drawn rows', () => {
  it.each([
    [24, 3, 3],
    [40, 4, 4],
  ])('of %d rows with %d levels isn’t good, as few runs repeat others', (rows, levels, inputs) => {
    const columns = drawn(rows, levels, inputs);
    const [a, b] = columns;
    const found = judged(columns, (row) => 1.5 * (((a?.[row] ?? 0) + (b?.[row] ?? 0)) % 2));
    expect(found?.trust).toBe('limited');
    expect(found?.reasons.join()).toMatch(
      /only the linear part is a term, and (?:no run is repeated|\d+ repeated runs are too few).*rows aren’t balanced/u,
    );
  });

  it('is good where many runs repeat others, and these show no more', () => {
    const columns = drawn(120, 3, 3);
    expect(judged(columns, (row) => columns[0]?.[row] ?? 0)).toMatchObject({
      ...{ trust: 'good', reasons: [] },
    });
  });

  it('of texts isn’t good for what three inputs may do together', () => {
    const texts = drawn(40, 3, 3).map((column) => Array.from(column, (level) => `kind ${level}`));
    expect(judged(texts, (row) => Number(texts[0]?.[row] === 'kind 1'))?.reasons.join()).toContain(
      'interactions of three inputs and more are no terms, and',
    );
  });
});

it('effects and tables of drawn rows at two levels aren’t good, as an interaction of three may stand in them', () => {
  const columns = drawn(60, 2, 6);
  const y = uniforms(60, 'error').map(
    (u, row) =>
      Number(columns.slice(0, 3).every((column) => column[row] === 1)) +
      (columns[3]?.[row] ?? 0) +
      0.2 * normalQuantile(u),
  );
  const { estimators } = summariseStudy({
    accepted: Array.from(y, () => true),
    columns: [
      ...columns.map((values, place) => ({
        ...{ name: 'abcdef'[place] ?? '', role: 'input' as const, values },
      })),
      { name: 'y', role: 'output' as const, values: y },
    ],
  });
  for (const name of ['anova', 'factorialEffects'])
    expect(estimators.find(({ estimator }) => estimator === name)?.reasons.join(), name).toMatch(
      /interactions of three inputs and more are no terms, and \d+ repeated runs are too few/u,
    );
});

it('effects of a replicated factorial aren’t good where replicates scatter less than what three inputs do together', () => {
  const times = 3;
  const columns = [0, 1, 2].map((place) =>
    Float64Array.from({ length: 8 * times }, (_, row) => (((row % 8) >> place) & 1 ? 1 : -1)),
  );
  const told = (strength: number): EstimatorTrust | undefined => {
    const y = uniforms(8 * times, 'error').map((u, row) => {
      const [a = 0, b = 0, c = 0] = columns.map((column) => column[row] ?? 0);
      return a + 0.4 * b + strength * a * b * c + 0.3 * normalQuantile(u);
    });
    const { estimators } = summariseStudy(
      {
        accepted: Array.from(y, () => true),
        columns: [
          ...columns.map((values, place) => ({
            ...{ name: 'abc'[place] ?? '', role: 'input' as const, values },
          })),
          { name: 'y', role: 'output' as const, values: y },
        ],
      },
      {
        ...{ method: 'full-factorial', replicates: times, options: {}, seed: 1 },
        variables: ['a', 'b', 'c'],
      },
    );
    return estimators.find(({ estimator }) => estimator === 'factorialEffects');
  };
  expect(told(0)?.reasons).toEqual([]);
  expect(told(1)?.reasons.join()).toContain('the terms leave more than replicates scatter');
});

it('of a central composite design nothing but the runs in its middle measures the error, which is said', () => {
  const corners = [-1, 1].flatMap((a) => [-1, 1].map((b) => [a, b] as const));
  const axes = [-1.5, 1.5].flatMap((x) => [[x, 0] as const, [0, x] as const]);
  const middle = Array.from({ length: 5 }, () => [0, 0] as const);
  const points = [...corners, ...axes, ...middle];
  const columns = [0, 1].map((place) => Float64Array.from(points, (point) => point[place] ?? 0));
  expect(judged(columns, (row) => 3 * (columns[0]?.[row] ?? 0))).toMatchObject({
    trust: 'limited',
    reasons: [
      expect.stringMatching(/^4 of the \d degrees of freedom of the error are repeats of one row/u),
    ],
  });
});
