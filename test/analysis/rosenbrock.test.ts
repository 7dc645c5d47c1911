import { expect, it } from 'vitest';
import { confidenceIntervals } from '../../src/analysis/confidence-intervals.ts';
import { moments } from '../../src/analysis/moments.ts';
import { pearson } from '../../src/analysis/pearson.ts';
import { probabilityBelow, sortedFinite } from '../../src/analysis/quantiles.ts';
import { ranks } from '../../src/numbers/ranks.ts';
import { regress } from '../../src/analysis/regression.ts';
import { wilksSize } from '../../src/analysis/wilks.ts';
import { rosenbrockColumns } from './rosenbrock-columns.ts';

const { x1, x2, f } = rosenbrockColumns();

it('has the printed confidence intervals', () => {
  const found = moments(f);
  const intervals = found && confidenceIntervals(found);
  const [[low, high], [sdLow, sdHigh]] = [
    intervals?.mean ?? [],
    intervals?.standardDeviation ?? [],
  ];
  expect(low).toBeCloseTo(380.54757609, 6);
  expect(high).toBeCloseTo(530.25609422, 6);
  expect(sdLow).toBeCloseTo(488.86795789, 6);
  expect(sdHigh).toBeCloseTo(595.30059589, 6);
});

it('has the printed probability', () => {
  expect(probabilityBelow(sortedFinite(f), 100)).toBe(0.34);
});

it('has the printed rank, partial and partial rank correlations', () => {
  expect(pearson(ranks(x1), ranks(f))).toBeCloseTo(-1.1536e-1, 6);
  expect(pearson(ranks(x2), ranks(f))).toBeCloseTo(-5.04661e-1, 6);
  const linear = regress([x1, x2], f);
  expect(linear?.partial[0]).toBeCloseTo(-1.14659e-1, 6);
  expect(linear?.partial[1]).toBeCloseTo(-5.11111e-1, 6);
  const ranked = regress([x1, x2], f, { ranked: true });
  expect(ranked?.partial[0]).toBeCloseTo(-1.37154e-1, 6);
  expect(ranked?.partial[1]).toBeCloseTo(-5.08762e-1, 6);
});

it('has the published Wilks sizes', () => {
  expect(wilksSize(0.95, 0.95)).toBe(59);
  expect(wilksSize(0.95, 0.95, { twoSided: true })).toBe(93);
  expect(wilksSize(0.95, 0.95, { order: 2 })).toBe(93);
  expect(wilksSize(0.99, 0.99)).toBe(459);
});
