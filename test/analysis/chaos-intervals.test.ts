/** Whether intervals of a polynomial chaos hold what its fit can't show: `bench/calibration` has 200 studies of each problem. */
import { describe, expect, it } from 'vitest';
import { calibrate, type CalibratedDesign } from '../../bench/calibration/calibrate.ts';
import { problems } from '../../bench/calibration/problems.ts';
import { chaosIndices } from '../../src/analysis/chaos/chaos-indices.ts';
import { openDoubt } from '../../src/analysis/chaos/open-doubt.ts';
import { polynomialChaos } from '../../src/analysis/chaos/polynomial-chaos.ts';
import type { InputDistribution } from '../../src/analysis/chaos/polynomial-families.ts';
import { createGrowingFit } from '../../src/analysis/growing-fit.ts';
import { createDesign } from '../../src/design/index.ts';

const monteCarlo: CalibratedDesign = { method: 'monte-carlo', runs: 60, withChaos: true };
const normal: InputDistribution = {
  kind: 'generator',
  generator: 'Normal',
  settings: { mean: 0, stddev: 1 },
};

function calibrated(wanted: string, design: CalibratedDesign, studies: number) {
  const problem = problems.find(({ name }) => name === wanted);
  if (!problem) throw new Error(`Expected a problem ${wanted}, got none`);
  return calibrate(problem, design, studies).filter(
    ({ estimator }) => estimator === 'polynomialChaos',
  );
}

describe('indices of a response that no polynomial follows into the tails', () => {
  it.each(['waves', 'kinks', 'reciprocal', 'sine of a normal input'])(
    'aren’t called good and wrong: %s',
    (name) => {
      const found = calibrated(name, monteCarlo, 10);
      expect(found.length).toBeGreaterThan(3);
      for (const { missed } of found) expect(missed).toBeLessThanOrEqual(1);
    },
  );

  it('have the input that is open in the tails as a reason', () => {
    const [a, b] = createDesign({
      ...{ method: 'monte-carlo', runs: 60, seed: 2, options: {} },
      variables: ['a', 'b'].map((name) => ({ name, source: normal })),
    }).block(0, 60) as [Float64Array, Float64Array];
    const y = a.map((value, row) => Math.sin(2 * value) + 0.3 * (b[row] ?? 0));
    const chaos = polynomialChaos([a, b], [normal, normal], y);
    const found = chaos && chaosIndices(chaos, { resamples: 100, confidence: 0.95, seed: 2 });
    if (!found) return expect.unreachable();
    const doubts = openDoubt(found, ['a', 'b'], chaos.q2, 0.1);
    expect(doubts.join()).toMatch(/^fits with further powers of a are as good on the runs/u);
    expect(openDoubt(found, ['a', 'b'], chaos.q2, Infinity)).toEqual([]);
  });
});

it('levels of an expansion that may lack much of the variance are left out', () => {
  const found = calibrated('arctangent', monteCarlo, 8);
  expect(found.length).toBeGreaterThan(1);
  expect(found.some(({ quantity }) => quantity === 'level')).toBe(false);
});

describe('a polynomial response', () => {
  it('has good and narrow intervals of its indices', () => {
    const found = calibrated('linear', monteCarlo, 6);
    for (const { good, missed } of found) {
      expect(good).toBeGreaterThanOrEqual(5);
      expect(missed).toBe(0);
    }
    const x = createDesign({
      ...{ method: 'monte-carlo', runs: 60, seed: 1, options: {} },
      variables: ['a', 'b'].map((name) => ({ name, source: normal })),
    }).block(0, 60) as Float64Array[];
    const y = Float64Array.from(x[0] ?? [], (a, row) => a ** 3 + a * (x[1]?.[row] ?? 0));
    const chaos = polynomialChaos(x, [normal, normal], y);
    const found3 = chaos && chaosIndices(chaos, { resamples: 100, confidence: 0.95, seed: 1 });
    // Variances: 15 of the cube, 1 of the product.
    const [low = 0, high = 1] = found3?.first[0]?.interval ?? [];
    expect(low).toBeLessThanOrEqual(15 / 16 + 1e-12);
    expect(high).toBeGreaterThanOrEqual(15 / 16 - 1e-12);
    expect(high - low).toBeLessThan(1e-6);
  });

  it('has its levels within their intervals, which hold the error of the integration', () => {
    const found = calibrated('linear', { ...monteCarlo, method: 'latin-hypercube' }, 10);
    const level = found.find(({ quantity }) => quantity === 'level');
    expect(level?.good).toBeGreaterThanOrEqual(9);
    expect(level?.missed).toBeLessThanOrEqual(2);
  });
});

it('the change that further columns bring is that to the fit with all of them', () => {
  const columns = [0, 1, 2, 3].map((power) =>
    Float64Array.from({ length: 9 }, (_, row) => ((row - 3) / 4) ** power),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const y = Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6, 5);
  const small = createGrowingFit(y);
  small.add(columns[0]);
  small.add(columns[2]);
  const large = createGrowingFit(y);
  for (const column of [columns[0], columns[2], columns[1], columns[3]]) large.add(column);
  const before = [...small.coefficients(), 0, 0, 0];
  // The one in the middle depends on those before it, so it changes nothing.
  const changes = small.changeWith([columns[1], columns[2], columns[3]]);
  const wanted = large.coefficients().toSpliced(3, 0, 0);
  wanted.forEach((value, place) =>
    expect((before[place] ?? 0) + (changes[place] ?? 0)).toBeCloseTo(value, 9),
  );
  expect(small.coefficients()).toEqual(before.slice(0, 2));
});
