/** What the summary says of its own results when runs are missing. */
import { describe, expect, it } from 'vitest';
import { anova } from '../../src/analysis/anova.ts';
import { failureBias } from '../../src/analysis/failure-bias.ts';
import { summariseStudy, type StudyStructure, type StudyTable } from '../../src/analysis/index.ts';

/** Rows of 2^k at -1 and 1, the first factor fastest. */
function twoLevels(k: number): readonly Float64Array[] {
  return Array.from({ length: k }, (_, j) =>
    Float64Array.from({ length: 2 ** k }, (_unused, row) => (row & (1 << j) ? 1 : -1)),
  );
}

function tableOf(
  inputs: Readonly<Record<string, Float64Array | readonly string[]>>,
  y: Float64Array,
  accepted: readonly boolean[] = Array.from(y, () => true),
): StudyTable {
  return {
    accepted,
    columns: [
      ...Object.entries(inputs).map(([name, values]) => ({ name, role: 'input' as const, values })),
      { name: 'y', role: 'output', values: y },
    ],
  };
}

describe('failures', () => {
  const n = 60;
  const x = Float64Array.from({ length: n }, (_, row) => row);
  const grade = Array.from({ length: n }, (_, row) => ['soft', 'hard', 'odd'][row % 3] ?? '');
  const y = x.map((value) => value ** 2);

  it('that go with a text are named by that text', () => {
    const accepted = grade.map((text, row) => text !== 'hard' || row < 6);
    expect(
      failureBias(
        [
          { name: 'x', values: x },
          { name: 'grade', values: grade },
        ],
        accepted,
      ),
    ).toMatchObject([{ input: 'grade', level: 'hard', side: 'high' }]);
    const { warnings, estimators } = summariseStudy(tableOf({ x, grade }, y, accepted));
    expect(warnings[0]).toMatch(/^Failures go together with hard of grade/u);
    expect(estimators[0]).toMatchObject({
      estimator: 'moments',
      trust: 'limited',
      planned: n,
      used: 42,
    });
  });

  it('of runs that nothing is known of are left out of the test', () => {
    const incomplete = x.map((value, row) => (row % 2 ? NaN : value));
    const accepted = Array.from(x, (_, row) => row % 2 === 0);
    expect(failureBias([{ name: 'x', values: incomplete }], accepted)).toEqual([]);
  });

  it('leave results good where none happened', () => {
    const { warnings, estimators, runsToRepeat } = summariseStudy(
      tableOf(
        { x },
        x.map((value) => 3 * value),
      ),
    );
    expect({ warnings, runsToRepeat }).toEqual({ warnings: [], runsToRepeat: [] });
    expect(estimators.map(({ trust }) => trust)).toEqual(['good', 'good']);
  });
});

it.each(['monte-carlo', 'table'] as const)('lost runs of a %s design are warned of', (method) => {
  const x = Float64Array.from({ length: 40 }, (_, row) => row);
  const accepted = Array.from(x, (_, row) => row < 2);
  const structure: StudyStructure = { method, options: {}, seed: 1, variables: ['x'] };
  const { warnings, runsToRepeat } = summariseStudy(tableOf({ x }, x, accepted), structure);
  expect(warnings).toEqual([
    '38 of 40 runs are missing: no result needs a certain run, so all are of the runs that are left, and less certain for it.',
  ]);
  expect(runsToRepeat).toEqual([]);
});

it("Saltelli rows that don't make complete blocks give no index, and say so", () => {
  const structure: StudyStructure = { method: 'saltelli', options: {}, seed: 1, variables: ['x'] };
  const x = Float64Array.from({ length: 10 }, (_, row) => row);
  const { sobol, estimators } = summariseStudy(tableOf({ x }, x), structure);
  expect(sobol).toEqual([]);
  expect(estimators.find(({ estimator }) => estimator === 'sobol')).toMatchObject({
    trust: 'none',
    reasons: ["10 rows don't make complete blocks"],
  });
});

it('a factorial design with a failed run is judged, its effects still right', () => {
  const [a, b, c] = twoLevels(3) as [Float64Array, Float64Array, Float64Array];
  const y = a.map((value, row) => 10 + 2 * value - (b[row] ?? 0) + 0.5 * value * (b[row] ?? 0));
  const accepted = Array.from(y, (_, row) => row !== 5);
  const structure: StudyStructure = {
    method: 'full-factorial',
    options: {},
    seed: 1,
    variables: ['a', 'b', 'c'],
  };
  const found = summariseStudy(tableOf({ a, b, c }, y, accepted), structure);
  expect(found.runsToRepeat).toEqual([6]);
  expect(found.estimators.find(({ estimator }) => estimator === 'anova')).toMatchObject({
    needs: 'all runs',
    planned: 8,
    used: 7,
    trust: 'limited',
  });
  const effects = Object.fromEntries(
    (found.factorialEffects?.[0]?.effects ?? []).map(({ inputs, effect }) => [
      inputs.join(),
      effect,
    ]),
  );
  expect(effects['a']).toBeCloseTo(4, 10);
  expect(effects['a,b']).toBeCloseTo(1, 10);
  expect(effects['c']).toBeCloseTo(0, 10);
});

describe('a variance table', () => {
  it('names interactions that a fraction can’t tell from others', () => {
    // The half fraction of four factors with D = ABC, twice: AB = CD, AC = BD, AD = BC.
    const [a, b, c] = twoLevels(3) as [Float64Array, Float64Array, Float64Array];
    const d = a.map((value, row) => value * (b[row] ?? 0) * (c[row] ?? 0));
    const twice = (column: Float64Array): Float64Array => Float64Array.from([...column, ...column]);
    const y = Float64Array.from(
      { length: 16 },
      (_, row) => (a[row % 8] ?? 0) * 3 + ((row * 7919) % 5),
    );
    const found = anova([a, b, c, d].map(twice), y);
    expect(found?.aliased).toEqual([
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
    expect(found?.terms).toHaveLength(7);
    expect(found?.residual.freedom).toBe(8);
  });

  it('needs more runs than terms, and something that varies', () => {
    const [a, b] = twoLevels(2) as [Float64Array, Float64Array];
    expect(anova([a, b], Float64Array.of(1, 2, NaN, NaN))).toBeUndefined();
    expect(anova([a, b], Float64Array.of(5, 5, 5, 5))).toBeUndefined();
    expect(anova([a, b], Float64Array.of(1, 2, 3, 5))?.residual.freedom).toBe(1);
    expect(anova([], Float64Array.of(1, 2))).toBeUndefined();
  });
});
