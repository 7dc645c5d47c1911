import { describe, expect, it } from 'vitest';
import { pearson } from '../../src/analysis/pearson.ts';
import {
  centredDiscrepancy,
  createDiscrepancyCriterion,
} from '../../src/design/exchange/centred-discrepancy.ts';
import { createUnitDesign, rowsOf } from './unit-design.ts';
import type { DesignSpec } from '../../src/design/index.ts';

function columnsOf(
  method: DesignSpec['method'],
  seed: number,
  options: DesignSpec['options'],
): Float64Array[] {
  const design = createUnitDesign(method, 5, { runs: 128, seed, options });
  return design.block(0, 128) as Float64Array[];
}

function smallestDistance(rows: readonly (readonly number[])[]): number {
  return Math.min(
    ...rows.flatMap((a, i) =>
      rows.slice(0, i).map((b) => Math.hypot(...a.map((x, k) => x - (b[k] ?? 0)))),
    ),
  );
}

function largestCorrelation(columns: readonly Float64Array[]): number {
  return Math.max(
    ...columns.flatMap((a, i) => columns.slice(0, i).map((b) => Math.abs(pearson(a, b) ?? 1))),
  );
}

describe('128 rows of 5 variables', () => {
  it("have the discrepancy that scipy gives for its own points of the plain Sobol' sequence", () => {
    const columns = createUnitDesign('sobol', 5, {
      runs: 128,
      options: { scramble: 'none', skip: 0 },
    }).block(0, 128) as Float64Array[];
    // scipy.stats.qmc.discrepancy(Sobol(5, scramble=False).random(128), method="CD"), scipy 1.17.1
    expect(centredDiscrepancy(columns)).toBeCloseTo(0.0007998059541294289, 14);
  });

  it("are as even as scipy's when Sobol' points are scrambled: median at most 0.00076", () => {
    const found = Array.from({ length: 21 }, (_, seed) =>
      centredDiscrepancy(columnsOf('sobol', seed, {})),
    );
    expect(found.sort((a, b) => a - b)[10]).toBeLessThanOrEqual(0.00076);
  });

  it("are as even as scipy's best when optimised, and stay Latin", () => {
    const columns = columnsOf('latin-hypercube', 5, { criterion: 'cd2' });
    expect(centredDiscrepancy(columns)).toBeLessThanOrEqual(0.0009);
    for (const column of columns) {
      expect(new Set(Array.from(column, (u) => Math.floor(u * 128))).size).toBe(128);
    }
  });

  it('are far apart when maximin is asked for, and stay Latin', () => {
    const rows = (options: DesignSpec['options']): number[][] =>
      rowsOf(createUnitDesign('latin-hypercube', 5, { runs: 128, seed: 3, options }));
    const spread = rows({ criterion: 'maximin' });
    expect(smallestDistance(spread)).toBeGreaterThan(0.3);
    expect(smallestDistance(rows({}))).toBeLessThan(0.25);
    expect(new Set(spread.map(([u = 0]) => Math.floor(u * 128))).size).toBe(128);
  });

  it.each([
    [10, 2],
    [20, 5],
    [128, 5],
    [200, 20],
  ])(
    'of %i rows of %i variables have no correlation that is asked away, and stay Latin',
    (n, d) => {
      const rows = (options: DesignSpec['options']): Float64Array[] =>
        createUnitDesign('latin-hypercube', d, { runs: n, seed: 5, options }).block(
          0,
          n,
        ) as Float64Array[];
      const free = rows({ criterion: 'correlation' });
      // Dakota's have 0.078, 0.11 and 0.057 for 10 x 2, 20 x 5 and 200 x 20, in the median of 50 seeds (bench/hypercubes).
      expect(largestCorrelation(free)).toBeLessThan(0.01);
      expect(largestCorrelation(free)).toBeLessThan(largestCorrelation(rows({})));
      for (const column of free) {
        expect(new Set(Array.from(column, (u) => Math.floor(u * n))).size).toBe(n);
      }
    },
  );

  it('give the same rows in blocks', () => {
    const design = createUnitDesign('latin-hypercube', 3, {
      runs: 40,
      options: { criterion: 'cd2' },
    });
    expect(design.block(7, 5)[2]).toEqual((design.block(0, 40)[2] as Float64Array).slice(7, 12));
  });
});

it('an exchange changes the discrepancy by what was said', () => {
  const columns = columnsOf('monte-carlo', 1, {});
  const criterion = createDiscrepancyCriterion(columns);
  for (const [a, b, column] of [
    [0, 1, 0],
    [5, 100, 3],
    [1, 0, 4],
  ] as const) {
    const before = centredDiscrepancy(columns);
    const change = criterion.change(a, b, column);
    criterion.accept();
    expect(centredDiscrepancy(columns) - before).toBeCloseTo(change, 13);
  }
});

it('refuses a criterion for more rows than it can hold', () => {
  expect(() =>
    createUnitDesign('latin-hypercube', 2, { runs: 5000, options: { criterion: 'cd2' } }),
  ).toThrow(/at most 2000/);
});
