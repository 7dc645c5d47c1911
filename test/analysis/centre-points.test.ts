/** Tables and effects of designs with centre and axial points, and of replicates without noise. */
import { describe, expect, it } from 'vitest';
import { anova } from '../../src/analysis/factorial/anova.ts';
import { summariseStudy, type StudySummary, type StudyTable } from '../../src/analysis/index.ts';

type Columns = Readonly<Record<string, readonly number[]>>;

const corners: Columns = {
  a: [-1, 1, -1, 1, -1, 1, -1, 1],
  b: [-1, -1, 1, 1, -1, -1, 1, 1],
  c: [-1, -1, -1, -1, 1, 1, 1, 1],
};
const withCentre = (count: number): Columns =>
  Object.fromEntries(
    Object.entries(corners).map(([name, values]) => [
      name,
      [...values, ...Array.from({ length: count }, () => 0)],
    ]),
  );

function summarise(inputs: Columns, y: readonly number[]): StudySummary {
  const table: StudyTable = {
    accepted: y.map(() => true),
    columns: [
      ...Object.entries(inputs).map(([name, values]) => ({
        ...{ name, role: 'input' as const, values: Float64Array.from(values) },
      })),
      { name: 'y', role: 'output', values: Float64Array.from(y) },
    ],
  };
  return summariseStudy(table);
}
const reasonsOf = (summary: StudySummary, estimator: string): string =>
  summary.estimators.find((one) => one.estimator === estimator)?.reasons.join('; ') ?? 'no result';

const measured = [
  ...[8.1, 12.9, 8.4, 13.2, 7.7, 13.4, 8, 12.6],
  ...[10.9, 11.3, 10.4, 11.1, 10.7, 11.6],
];
/** statsmodels 0.14: `anova_lm(ols('y ~ a + b + c + q + a:b + a:c + b:c'), typ=2)` with q = 1 at the centre points. */
const ofCentre: Readonly<Record<string, readonly [squares: number, pValue: number]>> = {
  a: [49.50125, 2.994053525e-6],
  b: [0.00125, 0.936038275],
  c: [0.10125, 0.4799099818],
  curvature: [0.7333928571, 0.08906473262],
  'a x b': [0.15125, 0.392863778],
  'a x c': [0.06125, 0.5794181339],
  'b x c': [0.15125, 0.392863778],
};

describe('a factorial design with centre points', () => {
  const inputs = withCentre(6);
  const { a = [], b = [], c = [] } = inputs;

  it.each([
    ['a, b, c', { a, b, c }],
    ['c, b, a', { c, b, a }],
    ['b, c, a', { b, c, a }],
  ])('has one degree of freedom a factor and one of curvature, in the order %s', (_, columns) => {
    const { anova: [table] = [] } = summarise(columns, measured);
    const found = Object.fromEntries(
      (table?.terms ?? []).map(({ inputs: names, isCurvature, ...term }) => [
        isCurvature === true ? 'curvature' : names.toSorted().join(' x '),
        term,
      ]),
    );
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(ofCentre).toSorted());
    for (const [name, [squares, pValue]] of Object.entries(ofCentre)) {
      expect(found[name]?.freedom).toBe(1);
      expect(found[name]?.sumOfSquares).toBeCloseTo(squares, 9);
      expect(found[name]?.pValue).toBeCloseTo(pValue, 9);
    }
    expect(table?.residual.freedom).toBe(6);
    expect(table?.aliased).toEqual([]);
  });

  it('tells the curvature beside the effects', () => {
    const { factorialEffects: [found] = [] } = summarise(inputs, measured);
    expect(found?.curvature?.estimate).toBeCloseTo(-0.4625, 12);
    expect(found?.curvature?.standardError).toBeCloseTo(0.22819871335697267, 12);
    expect(found?.curvature?.pValue).toBeCloseTo(0.08906473261827969, 12);
  });

  it('says of a regression that the response is bent where it is', () => {
    expect(reasonsOf(summarise(inputs, measured), 'sensitivity')).not.toContain('centre points');
    const bent = measured.map((y, run) => (run < 8 ? y : y + 2));
    expect(reasonsOf(summarise(inputs, bent), 'sensitivity')).toMatch(
      /centre points lie off the plane .* p = /u,
    );
    const exact = a.map((x, run) => 3 * x + (b[run] ?? 0) * x + x * x);
    expect(reasonsOf(summarise(inputs, exact), 'sensitivity')).toContain('lie off the plane');
  });
});

describe('a central composite design', () => {
  const far = Math.SQRT2;
  const a = [-1, 1, -1, 1, -far, far, 0, 0, 0, 0, 0, 0, 0];
  const b = [-1, -1, 1, 1, 0, 0, -far, far, 0, 0, 0, 0, 0];
  /** Montgomery, Design and Analysis of Experiments, table 11.6. */
  const y = [76.5, 77, 78, 79.5, 75.6, 78.4, 77, 78.5, 79.9, 80.3, 80, 79.7, 79.8];

  it.each([
    ['a, b', { a, b }],
    ['b, a', { b, a }],
  ])('has linear and square together for each factor, in the order %s', (_, columns) => {
    const { anova: [table] = [] } = summarise(columns, y);
    const found = new Map(
      table?.terms.map(({ inputs: names, ...term }) => [names.toSorted().join(' x '), term]),
    );
    // statsmodels 0.14: differences of the residuals of nested fits with a, a², b, b² and a b.
    expect(found.get('a')).toMatchObject({ freedom: 2 });
    expect(found.get('a')?.sumOfSquares).toBeCloseTo(17.61599681, 7);
    expect(found.get('a')?.pValue).toBeCloseTo(0.000111961, 8);
    expect(found.get('b')?.sumOfSquares).toBeCloseTo(11.65774426, 7);
    expect(found.get('a x b')).toMatchObject({ freedom: 1 });
    expect(found.get('a x b')?.pValue).toBeCloseTo(0.302754, 5);
    expect(table?.residual.freedom).toBe(7);
    const fit = anova([Float64Array.from(a), Float64Array.from(b)], Float64Array.from(y));
    expect(fit?.lackOfFit).toBeCloseTo(0.03994911318188475, 8);
  });
});

describe('replicates', () => {
  const thrice = (values: readonly number[]): readonly number[] => [
    ...values,
    ...values,
    ...values,
  ];
  const inputs = Object.fromEntries(
    Object.entries(corners).map(([name, values]) => [name, thrice(values)]),
  );
  const { a = [], b = [], c = [] } = corners;
  const product = a.map((x, run) => x * (b[run] ?? 0) * (c[run] ?? 0));

  it('of a solver without noise count once, and measure no error', () => {
    const y = a.map((x, run) => 5 * x + 0.1 * (product[run] ?? 0) + 0.05 * (b[run] ?? 0));
    const [once, repeated] = [summarise(corners, y), summarise(inputs, thrice(y))];
    expect(repeated.anova?.[0]?.terms).toEqual(once.anova?.[0]?.terms);
    expect(repeated.factorialEffects?.[0]?.effects).toEqual(once.factorialEffects?.[0]?.effects);
    for (const estimator of ['anova', 'factorialEffects']) {
      expect(reasonsOf(repeated, estimator)).toContain('16 of 24 runs repeat others exactly');
      expect(reasonsOf(repeated, estimator)).toContain('fewer than three degrees of freedom');
    }
  });

  it('that scatter less than what the terms leave are told', () => {
    const noise = [
      3, -1, -4, 1, 5, -9, 2, 6, -5, 3, 5, -8, 9, -7, 9, -3, 2, -3, 8, -4, -6, 2, 6, -4,
    ];
    const y = thrice(a.map((x, run) => 5 * x + 2 * (product[run] ?? 0)));
    const noisy = y.map((value, run) => value + (noise[run] ?? 0) / 50);
    expect(reasonsOf(summarise(inputs, noisy), 'anova')).toMatch(
      /lack of fit, p = .*three inputs/u,
    );
    const fitting = thrice(a).map((x, run) => 5 * x + (noise[run] ?? 0) / 5);
    expect(reasonsOf(summarise(inputs, fitting), 'anova')).not.toContain('lack of fit');
  });

  it('of a response that the terms explain exactly say why there is no F', () => {
    const summary = summarise(
      corners,
      a.map((x, run) => 5 * x - 2 * (b[run] ?? 0)),
    );
    expect(summary.anova?.[0]?.terms[0]).not.toHaveProperty('f');
    expect(summary.factorialEffects?.[0]?.effects[2]).not.toHaveProperty('pValue');
    for (const estimator of ['anova', 'factorialEffects']) {
      expect(reasonsOf(summary, estimator)).toContain('no error is left');
    }
  });
});
