/** What the summary says of its own results when runs are missing. */
import { describe, expect, it } from 'vitest';
import { anova } from '../../src/analysis/factorial/anova.ts';
import { failureBias } from '../../src/analysis/failures/failure-bias.ts';
import { createDesign } from '../../src/design/index.ts';
import type { AbsenceReason } from '../../src/run/absent-runs.ts';
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

  it('of an output alone are named with the constraints that need it', () => {
    const some = x.map((value) => (value > 45 ? NaN : Math.sin(value)));
    const cap = some.map((value) => (Number.isNaN(value) ? NaN : Number(value < 0.9)));
    const whole = tableOf({ x }, y);
    const { failureBias: found, estimators } = summariseStudy({
      ...whole,
      columns: [
        ...whole.columns,
        { name: 'some', role: 'output', values: some },
        { name: 'cap', role: 'constraint', values: cap },
      ],
    });
    expect(found).toMatchObject([{ responses: ['some', 'cap'], input: 'x', side: 'high' }]);
    const share = estimators.find(({ response }) => response === 'cap');
    expect(share?.reasons).toContain(
      'missing values of some, cap go together with high values of x',
    );
  });

  it('in one corner of two inputs are found there', () => {
    const size = 80;
    const a = Float64Array.from({ length: size }, (_, row) => (row * 37) % size);
    const b = Float64Array.from({ length: size }, (_, row) => (row * 23 + 11 * (row % 7)) % size);
    const corner = Array.from(a.keys()).filter((row) => (a[row] ?? 0) > 48 && (b[row] ?? 0) < 32);
    const survives = Array.from(a, (_, row) => !corner.slice(0, 6).includes(row));
    const given = [
      { name: 'a', values: a },
      { name: 'b', values: b },
    ];
    expect(corner.length).toBeGreaterThan(6);
    expect(failureBias(given, survives)).toMatchObject([
      { input: 'a', side: 'high', and: { input: 'b', side: 'low' } },
    ]);
    const { warnings } = summariseStudy(tableOf({ a, b }, a, survives));
    expect(warnings[0]).toMatch(/high values of a together with low values of b/u);
    const byChance = Array.from(a, (_, row) => row % 9 !== 4);
    expect(failureBias(given, byChance)).toEqual([]);
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
    expect(estimators.map(({ estimator, trust }) => [estimator, trust])).toEqual(
      ['moments', 'correlations', 'sensitivity', 'firstOrder', 'quadratic'].map((name) => [
        name,
        'good',
      ]),
    );
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

describe('values that are not there', () => {
  const x = Float64Array.from({ length: 40 }, (_, row) => row);
  const structure: StudyStructure = {
    ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['x'] },
  };

  it('of an optional output are told by its name, as no run is missing', () => {
    const half = x.map((value, row) => (row % 2 ? NaN : value));
    const table = tableOf({ x }, x);
    const columns = [...table.columns, { name: 'hole', role: 'output', values: half } as const];
    expect(summariseStudy({ ...table, columns }, structure).warnings).toEqual([
      '20 of 40 runs that are done gave no value of hole: for it, no result needs a certain run, so all are of the runs that are left, and less certain for it.',
    ]);
  });

  it('of runs that did not fail are counted by their reason, and are no failures', () => {
    const accepted = Array.from(x, (_, row) => row < 20 && row !== 7);
    const absences = Array.from(x, (_, row): AbsenceReason | undefined =>
      row === 7 ? 'failed' : row < 20 ? undefined : row < 30 ? 'not run yet' : 'stopped',
    );
    const found = summariseStudy({ ...tableOf({ x }, x, accepted), absences }, structure);
    expect(found.warnings).toEqual([
      '21 of 40 runs are missing (10 not run yet, 1 failed, 10 stopped): all results are of those that are done, and may change. No result needs a certain run, so all are of the runs that are left, and less certain for it.',
    ]);
    expect(found.failureBias).toEqual([]);
    expect(summariseStudy(tableOf({ x }, x, accepted), structure).failureBias).toHaveLength(1);
  });
});

it("Saltelli rows that don't make complete blocks give no index, and say so", () => {
  const structure: StudyStructure = { method: 'saltelli', options: {}, seed: 1, variables: ['x'] };
  const x = Float64Array.from({ length: 10 }, (_, row) => row);
  const { sobol, estimators } = summariseStudy(tableOf({ x }, x), structure);
  expect(sobol).toEqual([]);
  expect(estimators.find(({ estimator }) => estimator === 'sobol')).toMatchObject({
    trust: 'none',
    reasons: [expect.stringMatching(/^10 rows don't make complete blocks of 3; /u)],
  });
});

describe('Saltelli blocks that all say the same', () => {
  const found = (model: (a: number, b: number) => number, resamples = 100) => {
    const source = {
      kind: 'generator',
      generator: 'Uniform',
      settings: { minvalue: 0, maxvalue: 1 },
    } as const;
    const variables = ['a', 'b', 'c'].map((name) => ({ name, source }));
    const options = { baseSamples: 1024 };
    const design = createDesign({ method: 'saltelli', seed: 4, options, variables });
    const [a, b, c] = design
      .block(0, design.rowCount)
      .map((one) => Float64Array.from(one, Number)) as [Float64Array, Float64Array, Float64Array];
    const y = a.map((value, row) => model(value, b[row] ?? NaN));
    const names = variables.map(({ name }) => name);
    const structure: StudyStructure = {
      ...{ method: 'saltelli', options, seed: 4, variables: names },
      settings: { resamples },
    };
    const { sobol, estimators } = summariseStudy(tableOf({ a, b, c }, y), structure);
    return {
      idle: sobol?.[0]?.indices[2],
      own: estimators.find(({ estimator }) => estimator === 'sobol'),
    };
  };

  it('have an interval as wide as what they could have missed', () => {
    const { idle, own } = found((a, b) => a + b);
    expect(idle?.total).toMatchObject({ value: 0 });
    expect(idle?.total?.halfWidth).toBeGreaterThan(0.001);
    expect(idle?.total?.halfWidth).toBeLessThan(0.1);
    expect(own).toMatchObject({ trust: 'good' });
  });

  it('aren’t good where inputs act rarely', () => {
    const { idle, own } = found((a, b) => Number(a > 0.9 && b > 0.9));
    expect(idle?.total?.halfWidth).toBeGreaterThan(0.1);
    expect(own).toMatchObject({ trust: 'limited' });
  });

  it('aren’t good without intervals', () => {
    const { own } = found((a, b) => a + b, 0);
    expect(own?.reasons.join()).toMatch(/^indices have no intervals/u);
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

it.each(['centered', 'one-at-a-time'] as const)(
  'rows of a %s design, which tell nothing of interactions, get no variance table',
  (method) => {
    const x = Float64Array.of(0, -1, 1, 0, 0, 0, -1, 1, 0, 0);
    const z = Float64Array.of(0, 0, 0, -1, 1, 0, 0, 0, -1, 1);
    const y = x.map((value, row) => value + 2 * (z[row] ?? 0) + (row % 3));
    const structure: StudyStructure = { method, options: {}, seed: 1, variables: ['x', 'z'] };
    const found = summariseStudy(tableOf({ x, z }, y), structure);
    expect(found.anova ?? []).toEqual([]);
    expect(found.estimators.some(({ estimator }) => estimator === 'anova')).toBe(false);
  },
);

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

describe('the half fraction of the filtration experiment (Montgomery, 2^(4-1), I = ABCD)', () => {
  const [a, b, c] = twoLevels(3) as [Float64Array, Float64Array, Float64Array];
  const d = a.map((value, row) => value * (b[row] ?? 0) * (c[row] ?? 0));
  const y = Float64Array.of(45, 100, 45, 65, 75, 60, 80, 96);
  const structure: StudyStructure = {
    method: 'fractional-factorial',
    options: {},
    seed: 1,
    variables: ['A', 'B', 'C', 'D'],
  };

  it('has the published effects, each chain of aliases by its names', () => {
    const found = summariseStudy(tableOf({ A: a, B: b, C: c, D: d }, y), structure);
    const [own] = found.factorialEffects ?? [];
    const named = (own?.effects ?? []).map(({ inputs, aliases, effect }) => [
      [inputs, ...aliases.map((alias) => alias.inputs)].map((names) => names.join('')).join('+'),
      Number(effect.toFixed(10)),
    ]);
    expect(Object.fromEntries(named)).toEqual({
      A: 19,
      B: 1.5,
      C: 14,
      D: 16.5,
      'AB+CD': -1,
      'AC+BD': -18.5,
      'BC+AD': 19,
    });
    // Lenth: the median of the sizes is 16.5 and none is beyond 2.5 x 1.5 of it; t of 7/3 degrees of freedom by scipy.
    expect(own?.lenth?.pseudoStandardError).toBeCloseTo(24.75, 10);
    expect(own?.lenth?.marginOfError).toBeCloseTo(93.162046034044, 9);
    expect(own?.effects.every(({ standardError }) => standardError === undefined)).toBe(true);
    const places = own?.effects.map(({ halfNormal }) => halfNormal) ?? [];
    expect(Math.min(...places)).toBeCloseTo(0.0896424, 6);
    expect(Math.max(...places)).toBeLessThan(1.81);
    const table = found.estimators.find(({ estimator }) => estimator === 'anova');
    expect(table?.reasons).toContain(
      'the error holds interactions (3 of two inputs): if one acts, effects seem to be chance; see factorialEffects',
    );
  });

  it('has its error from centre points, without their curvature', () => {
    const withCentres = (column: Float64Array): Float64Array =>
      Float64Array.from([...column, 0, 0, 0]);
    const inputs = { A: withCentres(a), B: withCentres(b), C: withCentres(c), D: withCentres(d) };
    const { factorialEffects } = summariseStudy(
      tableOf(inputs, Float64Array.from([...y, 90, 92, 94])),
      structure,
    );
    const [main] = factorialEffects?.[0]?.effects ?? [];
    expect(main?.effect).toBeCloseTo(19, 10);
    // Pure error 4 with two degrees of freedom; an effect's variance is 4 of it over 8 runs.
    expect(main?.standardError).toBeCloseTo(Math.sqrt(2), 10);
  });
});
