import { describe, expect, it } from 'vitest';
import { moments, pearson, summariseStudy, type StudyTable } from '../../src/analysis/index.ts';
import { createDesign } from '../../src/design/index.ts';
import { rosenbrockColumns } from './rosenbrock-columns.ts';

/** Agreement to so many digits; the rows themselves were printed with ten. */
function expectDigits(got: number | undefined, printed: number, digits: number): void {
  expect(got?.toPrecision(digits)).toBe(printed.toPrecision(digits));
}

describe('Rosenbrock, 200 rows of the Dakota manual', () => {
  const { x1, x2, f } = rosenbrockColumns();

  it('has the printed moments', () => {
    const found = moments(f);
    expectDigits(found?.mean, 4.5540183516e2, 10);
    expectDigits(found?.standardDeviation, 5.3682678089e2, 10);
    expectDigits(found?.skewness, 1.6661798252, 10);
    expectDigits(found?.kurtosis, 2.7925726822, 9);
  });

  it('has the printed simple correlations', () => {
    expectDigits(pearson(x1, f), -9.57746e-2, 6);
    expectDigits(pearson(x2, f), -5.08193e-1, 6);
  });
});

it('gives the correlations of the cantilever grid of 70 runs', () => {
  const design = createDesign({
    method: 'full-factorial',
    seed: 1,
    options: {},
    variables: [
      {
        name: 'w',
        source: {
          kind: 'generator',
          generator: 'Linspace',
          settings: { minvalue: 1, maxvalue: 4, count: 10 },
        },
      },
      {
        name: 't',
        source: {
          kind: 'generator',
          generator: 'Linspace',
          settings: { minvalue: 1, maxvalue: 4, count: 7 },
        },
      },
    ],
  });
  const [w, t] = design.block(0, 70) as [Float64Array, Float64Array];
  const area = w.map((x, row) => x * (t[row] ?? NaN));
  const stress = w.map(
    (x, row) => (600 * 1000) / (x * (t[row] ?? 0) ** 2) + (600 * 500) / (x * x * (t[row] ?? 0)),
  );
  const displacement = w.map((x, row) => {
    const y = t[row] ?? NaN;
    return (
      ((4 * 100 ** 3) / (2.9e7 * x * y)) * Math.sqrt((1000 / (y * y)) ** 2 + (500 / (x * x)) ** 2)
    );
  });
  expectDigits(pearson(w, area), 0.666532, 6);
  expectDigits(pearson(t, area), 0.69617, 6);
  expectDigits(pearson(w, stress), -0.484694, 6);
  expectDigits(pearson(t, stress), -0.629262, 6);
  expectDigits(pearson(area, stress), -0.673785, 6);
  expectDigits(pearson(stress, displacement), 0.982285, 6);
});

describe('summariseStudy', () => {
  const table: StudyTable = {
    accepted: [true, false, true, true],
    columns: [
      { name: 'x', role: 'input', values: Float64Array.of(1, 2, 3, 4) },
      { name: 'grade', role: 'input', values: ['a', 'b', 'a', 'b'] },
      { name: 'y', role: 'output', values: Float64Array.of(2, 100, 6, NaN) },
    ],
  };

  it('leaves failed runs, missing values and texts out', () => {
    const summary = summariseStudy(table);
    expect(summary.runs).toMatchObject({ total: 4, accepted: 3 });
    expect(summary.moments['y']).toMatchObject({
      count: 2,
      mean: 4,
      standardDeviation: Math.sqrt(8),
      min: 2,
      max: 6,
    });
    expect(summary.correlations.pearson).toEqual([
      { first: 'x', second: 'y', value: expect.closeTo(1, 14) as number },
    ]);
  });
});

describe('moments', () => {
  it('keeps its digits far from zero and near the ends of the range', () => {
    expect(moments(Float64Array.of(1e9 + 1, 1e9 + 2, 1e9 + 3))?.standardDeviation).toBe(1);
    expect(moments(Float64Array.of(1e200, 2e200, 3e200))?.standardDeviation).toBeCloseTo(
      1e200,
      -190,
    );
    expect(moments(Float64Array.of(5, 5, 5))).toEqual({
      count: 3,
      mean: 5,
      standardDeviation: 0,
      min: 5,
      max: 5,
    });
    expect(moments(Float64Array.of(NaN))).toBeUndefined();
  });
});
