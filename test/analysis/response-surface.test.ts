import { describe, expect, it } from 'vitest';
import { canonicalAnalysis } from '../../src/analysis/surface/canonical-analysis.ts';
import { summariseStudy } from '../../src/analysis/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';
import { quadraticSurface } from '../../src/analysis/surface/response-surface.ts';

describe('the surface of a chemical yield (Montgomery, central composite design of time and temperature)', () => {
  const a = 1.414;
  const time = Float64Array.of(-1, -1, 1, 1, 0, 0, 0, 0, 0, a, -a, 0, 0);
  const temperature = Float64Array.of(-1, 1, -1, 1, 0, 0, 0, 0, 0, 0, 0, a, -a);
  const y = Float64Array.of(76.5, 77, 78, 79.5, 79.9, 80.3, 80, 79.7, 79.8, 78.4, 75.6, 78.5, 77);
  const { sensitivity } = summariseStudy({
    accepted: Array.from(y, () => true),
    columns: [
      { name: 'time', role: 'input', values: time },
      { name: 'temperature', role: 'input', values: temperature },
      { name: 'yield', role: 'output', values: y },
    ],
  });
  const { coefficients = [], scaling, stationary } = sensitivity[0]?.quadratic ?? {};

  it('has the published coefficients and errors', () => {
    const found = Object.fromEntries(
      coefficients.map(({ inputs, coefficient, standardError }) => [
        inputs.join(' '),
        [coefficient, standardError].map((value) => value / a ** inputs.length),
      ]),
    );
    expect(scaling?.[0]).toEqual({ input: 'time', centre: 0, halfRange: a });
    const published = {
      '': [79.94, 0.119],
      time: [0.995, 0.0941],
      temperature: [0.515, 0.0941],
      'time temperature': [0.25, 0.133],
      'time time': [-1.376, 0.1009],
      'temperature temperature': [-1.001, 0.1009],
    };
    expect(Object.keys(found).sort()).toEqual(Object.keys(published).sort());
    for (const [term, [coefficient = NaN, error = NaN]] of Object.entries(published)) {
      expect(Math.abs((found[term]?.[0] ?? NaN) - coefficient), term).toBeLessThan(6e-4);
      expect(Math.abs((found[term]?.[1] ?? NaN) - error), term).toBeLessThan(6e-4);
    }
  });

  it('has its published maximum and axes', () => {
    expect(stationary?.kind).toBe('maximum');
    expect(stationary?.isInside).toBe(true);
    expect(stationary?.point['time']).toBeCloseTo(0.389, 2);
    expect(stationary?.point['temperature']).toBeCloseTo(0.306, 2);
    expect(stationary?.response).toBeCloseTo(80.21, 2);
    const [first = NaN, second = NaN] = (stationary?.eigenvalues ?? []).map(
      (value) => value / a ** 2,
    );
    expect(first).toBeCloseTo(-1.4141, 2);
    expect(second).toBeCloseTo(-0.9641, 2);
  });

  it('predicts runs left out one at a time, also centre points, as these have errors of their own', () => {
    const surface = quadraticSurface([time, temperature], y);
    // PRESS by numpy: errors over 1 less the diagonal of the hat matrix.
    expect(surface?.q2).toBeCloseTo(0.9181207529, 9);
  });

  it('leaves equal centre points out together, as they tell no error', () => {
    const equal = y.map((value, row) => (row >= 4 && row < 9 ? 79.9 : value));
    const withNoise = quadraticSurface([time, temperature], y)?.q2 ?? 0;
    expect(quadraticSurface([time, temperature], equal)?.q2).toBeLessThan(withNoise);
  });

  it('of a ridge has no stationary point', () => {
    const ridge = quadraticSurface(
      [time, temperature],
      time.map((value) => value ** 2),
    );
    expect(ridge && canonicalAnalysis(ridge)).toBeUndefined();
  });
});

const fewRuns =
  /^20 runs don’t show whether the errors of 10 coefficients are of one size, .*; 60 would$/u;

it('of a central composite design of three inputs nothing speaks against the surface but that its runs are few, and its optimum is held', () => {
  const axial = 2 ** 0.75;
  const corners = [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [-1, 1].map((c) => [a, b, c])));
  const axes = [0, 1, 2].flatMap((own) =>
    [-axial, axial].map((at) => [0, 1, 2].map((place) => (place === own ? at : 0))),
  );
  const rows = [...corners, ...axes, ...Array.from({ length: 6 }, () => [0, 0, 0])];
  const stream = createStream(1, '/composite');
  const uniforms = new Float64Array(rows.length);
  const studies = Array.from({ length: 40 }, (_, study) => {
    stream.fill(uniforms, study * rows.length);
    const y = Float64Array.from(
      rows,
      ([a = 0, b = 0, c = 0], row) =>
        3 + (a - 0.3) ** 2 + 2 * (b + 0.2) ** 2 + c ** 2 + 0.3 * normalQuantile(uniforms[row] ?? 0),
    );
    const { estimators, sensitivity } = summariseStudy({
      accepted: rows.map(() => true),
      columns: [
        ...['a', 'b', 'c'].map((name, place) => ({
          ...{ name, role: 'input' as const },
          values: Float64Array.from(rows, (row) => row[place] ?? NaN),
        })),
        { name: 'y', role: 'output', values: y },
      ],
    });
    const { stationary } = sensitivity[0]?.quadratic ?? {};
    const [low = 9, high = 9] = stationary?.responseInterval ?? [];
    expect(stationary?.intervalDoubt).toContain('which 20 runs don’t show; 100 would');
    const reasons = estimators.find(({ estimator }) => estimator === 'quadratic')?.reasons ?? [];
    expect(reasons).toContainEqual(expect.stringMatching(fewRuns));
    return { isOnlyFew: reasons.length === 1, isMissed: !(low <= 3 && high >= 3) };
  });
  const only = studies.filter(({ isOnlyFew }) => isOnlyFew);
  expect(only.length).toBeGreaterThan(30);
  expect(only.filter(({ isMissed }) => isMissed).length).toBeLessThanOrEqual(4);
});
