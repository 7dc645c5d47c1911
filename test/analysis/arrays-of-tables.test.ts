/** Rows of an orthogonal array are judged as such, whatever method they are given as. */
import { expect, it } from 'vitest';
import { areInProportion } from '../../src/analysis/doubts/are-in-proportion.ts';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

const names = ['a', 'b', 'c'];

function uniforms(count: number, name: string): Float64Array {
  const values = new Float64Array(count);
  createStream(5, name).fill(values, 0);
  return values;
}

/** The first three columns of L9, each row three times: c stands in a x b. */
const array = names.map((_, column) =>
  Float64Array.from({ length: 27 }, (_row, run) => {
    const point = Math.floor(run / 3);
    const [a, b] = [Math.floor(point / 3), point % 3];
    return [a, b, (a + b) % 3][column] ?? 0;
  }),
);

/** Errors from quantiles of a normal distribution. */
function judged(columns: readonly Float64Array[], method: StudyStructure['method']) {
  const errors = uniforms(columns[0]?.length ?? 0, 'error').map(normalQuantile);
  const y = errors.map((error, run) => {
    const [a = 0, b = 0] = columns.map((column) => column[run] ?? 0);
    return 5 * a + 5 * b + 2 * (a - 1) * (b - 1) + 0.05 * error;
  });
  const { estimators, factorialEffects } = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        ...columns.map((values, place) => ({
          ...{ name: names[place] ?? '', role: 'input' as const, values },
        })),
        { name: 'y', role: 'output', values: y },
      ],
    },
    { method, options: {}, seed: 1, variables: names },
  );
  expect(factorialEffects).toBeUndefined();
  return (name: string) => estimators.find(({ estimator }) => estimator === name);
}

it.each(['orthogonal-array', 'table', 'monte-carlo'] as const)(
  'a coefficient may be an interaction’s in an array, given as %s',
  (method) => {
    const told = judged(array, method);
    expect(told('sensitivity')?.trust).toBe('limited');
    expect(told('sensitivity')?.reasons.join()).toContain(
      "these runs can't tell interactions of two inputs (",
    );
    // There are none of three levels.
    expect(told('anova')?.reasons.join()).not.toContain('factorialEffects');
    expect(told('anova')?.reasons.join()).toContain('from other terms: what stands there may be');
  },
);

it('of an array without repeats they may be, too', () => {
  const once = array.map((column) => column.filter((_, run) => run % 3 === 0));
  expect(judged(once, 'table')('sensitivity')?.reasons.join()).toContain(
    'tell interactions of two inputs',
  );
});

it('sees proportions of levels, beside centre points and of texts', () => {
  const columnsOf = (...columns: (Float64Array | string[])[]) =>
    columns.map((values, place) => ({
      ...{ name: names[place] ?? '', role: 'input' as const, values },
    }));
  expect(areInProportion(columnsOf(...array))).toBe(true);
  expect(areInProportion(columnsOf(...array.map((column) => column.subarray(1))))).toBe(false);
  const [low, high] = [Float64Array.of(-1, 1, -1, 1, 0, 0), Float64Array.of(-1, -1, 1, 1, 0, 0)];
  expect(areInProportion(columnsOf(low, high))).toBe(true);
  expect(areInProportion(columnsOf(low, Float64Array.of(-1, -1, 1, 1, 0, 1)))).toBe(false);
  // The level u in two rows of three, with each value of the other.
  const texts = ['u', 'u', 'v', 'u', 'u', 'v'];
  expect(areInProportion(columnsOf(Float64Array.of(0, 0, 0, 1, 1, 1), texts))).toBe(true);
});

it('of one input there are no interactions to tell', () => {
  const x = Float64Array.from({ length: 12 }, (_, run) => ((run * 5) % 12) / 12);
  const { estimators } = summariseStudy({
    accepted: Array.from(x, () => true),
    columns: [
      { name: 'a', role: 'input', values: x },
      { name: 'y', role: 'output', values: x.map((value) => 3 * value + Math.sin(9 * value)) },
    ],
  });
  const { reasons = [] } = estimators.find(({ estimator }) => estimator === 'sensitivity') ?? {};
  expect(reasons.join()).not.toContain('interactions');
});
