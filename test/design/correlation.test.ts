import { describe, expect, it } from 'vitest';
import { pearson } from '../../src/analysis/pearson.ts';
import { ranks } from '../../src/numbers/ranks.ts';
import type { DesignSpec } from '../../src/design/index.ts';
import { createUnitDesign } from './unit-design.ts';

const correlation = [
  ['x0', 'x1', 0.7],
  ['x1', 'x2', -0.4],
];

function columnsOf(method: DesignSpec['method'], runs: number): Float64Array[] {
  const design = createUnitDesign(method, 3, { runs, options: { correlation } });
  return design.block(0, runs) as Float64Array[];
}

function rankCorrelation(a: Float64Array | undefined, b: Float64Array | undefined): number {
  return pearson(ranks(a ?? new Float64Array()), ranks(b ?? new Float64Array())) ?? NaN;
}

describe.each([
  ['monte-carlo', 4096, 0.04],
  ['sobol', 4096, 0.02],
  ['halton', 4096, 0.02],
  ['latin-hypercube', 500, 0.03],
] as const)('%s with %i rows', (method, runs, tolerance) => {
  const columns = columnsOf(method, runs);

  it('has the wanted rank correlations', () => {
    expect(Math.abs(rankCorrelation(columns[0], columns[1]) - 0.7)).toBeLessThan(tolerance);
    expect(Math.abs(rankCorrelation(columns[1], columns[2]) + 0.4)).toBeLessThan(tolerance);
    expect(Math.abs(rankCorrelation(columns[0], columns[2]))).toBeLessThan(2 * tolerance);
  });

  it('keeps the distribution of each variable', () => {
    for (const column of columns) {
      const sorted = column.slice().sort();
      const gap = sorted.reduce(
        (worst, u, i) => Math.max(worst, Math.abs(u - (i + 0.5) / runs)),
        0,
      );
      expect(gap).toBeLessThan(method === 'monte-carlo' ? 0.03 : 0.02);
    }
  });

  it('gives any block alone', () => {
    const design = createUnitDesign(method, 3, { runs, options: { correlation } });
    expect(design.block(100, 20)[2]).toEqual(columns[2]?.slice(100, 120));
  });
});

it('a correlated Latin hypercube stays Latin', () => {
  for (const column of columnsOf('latin-hypercube', 500)) {
    expect(new Set(Array.from(column, (u) => Math.floor(u * 500))).size).toBe(500);
  }
});

it.each([
  [
    [
      ['x0', 'x1', 0.9],
      ['x1', 'x2', 0.9],
      ['x0', 'x2', -0.9],
    ],
    /can hold together/,
  ],
  [[['x0', 'x9', 0.5]], /a list such as/],
  [[['x0', 'x1', 1]], /a list such as/],
  ['x0', /a list such as/],
])('refuses %j', (given, message) => {
  expect(() =>
    createUnitDesign('monte-carlo', 3, { runs: 5, options: { correlation: given } }),
  ).toThrow(message);
});
