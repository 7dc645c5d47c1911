/** Box-Behnken's design: a surface and a table of variance as ordinary least squares of squares and products has them, by statsmodels. */
import { expect, it } from 'vitest';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';

const runs = [
  [0, -5, 1.5, 24.177823],
  [10, -5, 1.5, 26],
  [0, 5, 1.5, 20.242948],
  [10, 5, 1.5, 25.474344],
  [0, 0, 1, 17.77975],
  [10, 0, 1, 22.136548],
  [0, 0, 2, 24.179002],
  [10, 0, 2, 27.546372],
  [5, -5, 1, 23.351918],
  [5, 5, 1, 20.86835],
  [5, -5, 2, 28.930273],
  [5, 5, 2, 27.082146],
  [5, 0, 1.5, 30.224891],
  [5, 0, 1.5, 29.570065],
  [5, 0, 1.5, 30.296974],
  [5, 0, 1.5, 30.023188],
] as const;

function summaryOf(names: readonly string[], isLost: (run: number) => boolean = () => false) {
  const places = ['p', 'q', 'r'];
  const structure: StudyStructure = {
    ...{ method: 'box-behnken', options: {}, seed: 1, variables: [...names] },
  };
  const y = Float64Array.from(runs, (row, index) => (isLost(index + 1) ? NaN : row[3]));
  return summariseStudy(
    {
      accepted: runs.map(() => true),
      columns: [
        ...names.map((name) => ({
          ...{ role: 'input' as const, name },
          values: Float64Array.from(runs, (row) => row[places.indexOf(name)] ?? NaN),
        })),
        { name: 'y', role: 'output', values: y },
      ],
    },
    structure,
  );
}

it.each([[['p', 'q', 'r']], [['r', 'q', 'p']], [['q', 'p', 'r']]])(
  'each interaction has the one degree of freedom of its product, in the order %s',
  (names) => {
    const [table] = summaryOf(names).anova ?? [];
    const terms = Object.fromEntries(
      (table?.terms ?? []).map(({ inputs, freedom, sumOfSquares = NaN }) => [
        inputs.toSorted().join(' x '),
        `${freedom} ${sumOfSquares.toFixed(4)}`,
      ]),
    );
    expect(terms).toMatchObject({
      ...{ 'p x q': '1 2.9057', 'p x r': '1 0.2447', 'q x r': '1 0.1009' },
    });
    expect(table?.residual.freedom).toBe(6);
    expect(table?.residual.sumOfSquares).toBeCloseTo(0.37916, 5);
    expect(table?.aliased).toEqual([]);
  },
);

it('without one edge run the surface is there, and it is said that nothing tells how it predicts', () => {
  const summary = summaryOf(['p', 'q', 'r'], (run) => run === 2);
  const surface = summary.sensitivity[0]?.quadratic;
  const product = surface?.coefficients?.find(({ inputs }) => inputs.join() === 'p,q');
  expect(surface?.terms).toBe(10);
  expect(surface?.q2).toBeUndefined();
  expect(product?.coefficient).toBeCloseTo(0.78458, 5);
  expect(product?.standardError).toBeCloseTo(0.18995, 5);
  const judged = summary.estimators.find(({ estimator }) => estimator === 'quadratic');
  expect(judged).toMatchObject({ trust: 'limited', used: 15 });
  expect(judged?.reasons.join()).toContain('a coefficient stands on one run alone');
});

it('where too few runs are left for a surface, it is said', () => {
  const summary = summaryOf(['p', 'q', 'r'], (run) => run > 9);
  const judged = summary.estimators.find(({ estimator }) => estimator === 'quadratic');
  expect(judged).toMatchObject({ trust: 'none' });
  expect(judged?.reasons.join()).toContain('too few runs');
});
