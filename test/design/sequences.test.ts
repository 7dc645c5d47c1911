import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSobol, createScrambledSobol } from '../../src/design/sobol/sobol-sequence.ts';
import { createUnitDesign, columnOf } from './unit-design.ts';

const reference = JSON.parse(
  readFileSync(new URL('../reference/designs.json', import.meta.url), 'utf8'),
) as {
  readonly sobolRows64x1111sha256: string;
  readonly sobolRows4096x50sha256: string;
  readonly sobolRows1000000x50sha256: string;
  readonly halton: readonly (readonly number[])[];
};

/** SHA-256 of the points as little-endian doubles, row after row. */
function digest(rows: number, dimensions: number): string {
  const hash = createHash('sha256');
  const fills = Array.from({ length: dimensions }, (_, dimension) => createSobol(dimension));
  const blockRows = 4096;
  const column = new Float64Array(blockRows);
  for (let start = 0; start < rows; start += blockRows) {
    const count = Math.min(blockRows, rows - start);
    const points = new Float64Array(count * dimensions);
    for (const [dimension, fill] of fills.entries()) {
      fill(column, start);
      for (let row = 0; row < count; row += 1) {
        points[row * dimensions + dimension] = column[row] ?? NaN;
      }
    }
    hash.update(Buffer.from(points.buffer));
  }
  return hash.digest('hex');
}

describe("Sobol' sequence", () => {
  it('equals that of scipy bit for bit', () => {
    expect(digest(64, 1111)).toBe(reference.sobolRows64x1111sha256);
    expect(digest(4096, 50)).toBe(reference.sobolRows4096x50sha256);
  });

  it('equals that of scipy bit for bit in a million rows of 50 variables', () => {
    expect(digest(1_000_000, 50)).toBe(reference.sobolRows1000000x50sha256);
  });

  it('begins after the origin as published', () => {
    const design = createUnitDesign('sobol', 2, { runs: 8, options: { scramble: 'none' } });
    const points = columnOf(design, 0).map((x, row) => [x, columnOf(design, 1)[row]]);
    expect(points.slice(0, 6)).toEqual([
      [1 / 2, 1 / 2],
      [3 / 4, 1 / 4],
      [1 / 4, 3 / 4],
      [3 / 8, 3 / 8],
      [7 / 8, 7 / 8],
      [5 / 8, 1 / 8],
    ]);
  });

  it('starts anywhere', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 30 }), fc.nat({ max: 200 }), (start, dimension) => {
        const block = new Float64Array(5);
        const single = new Float64Array(1);
        createSobol(dimension)(block, start);
        createSobol(dimension)(single, start + 4);
        expect(single[0]).toBe(block[4]);
      }),
      { seed: 2 },
    );
  });

  it('keeps its balance when scrambled: one point in each of 2^k slices of every dimension and in each cell of planes', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 1110 }), (seed, dimension) => {
        const values = new Float64Array(256);
        createScrambledSobol(dimension, seed, 'x')(values, 0);
        expect(new Set(Array.from(values, (u) => Math.floor(u * 256))).size).toBe(256);
        expect(values.every((u) => u > 0 && u < 1)).toBe(true);
      }),
      { seed: 4, numRuns: 60 },
    );
    const design = createUnitDesign('sobol', 2, { runs: 256 });
    const [x, y] = [columnOf(design, 0), columnOf(design, 1)];
    for (const bits of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      const cells = x.map(
        (u, row) => `${Math.floor(u * 2 ** bits)}/${Math.floor((y[row] ?? 0) * 2 ** (8 - bits))}`,
      );
      expect(new Set(cells).size).toBe(256);
    }
  });

  it('has uniform points when scrambled: over seeds the first has the moments of a uniform variable', () => {
    const firsts = Array.from({ length: 4000 }, (_, seed) => {
      const value = new Float64Array(1);
      createScrambledSobol(3, seed, 'x')(value, 0);
      return value[0] ?? NaN;
    });
    const mean = firsts.reduce((sum, u) => sum + u, 0) / firsts.length;
    const square = firsts.reduce((sum, u) => sum + u * u, 0) / firsts.length;
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(0.015);
    expect(Math.abs(square - 1 / 3)).toBeLessThan(0.015);
  });

  it('refuses runs that are no power of 2 and names the nearest', () => {
    expect(() => createUnitDesign('sobol', 2, { runs: 100 })).toThrow(
      'Expected `runs` of design "sobol" to be a power of 2, got 100',
    );
  });
});

describe('Halton sequence', () => {
  it('has the same rows in any block', () => {
    const design = createUnitDesign('halton', 4, { runs: 20_000 });
    const whole = design.block(0, 20_000).map((column) => Float64Array.from(column, Number));
    fc.assert(
      fc.property(fc.nat({ max: 19_999 }), fc.nat({ max: 20_000 }), (start, length) => {
        const count = Math.min(length, 20_000 - start);
        const block = design.block(start, count);
        const differs = whole.some((column, index) =>
          column.subarray(start, start + count).some((value, row) => value !== block[index]?.[row]),
        );
        expect(differs).toBe(false);
      }),
      { seed: 9, numRuns: 10 },
    );
  });

  it('equals that of scipy when unscrambled', () => {
    const design = createUnitDesign('halton', 6, {
      runs: 200,
      options: { scramble: 'none', skip: 0 },
    });
    for (const dimension of [0, 1, 2, 3, 4, 5]) {
      columnOf(design, dimension).forEach((u, row) => {
        expect(u).toBeCloseTo(reference.halton[row]?.[dimension] ?? NaN, 14);
      });
    }
  });

  it('puts one point into each slice of a full cycle, scrambled or not', () => {
    for (const scramble of ['digits', 'none']) {
      const design = createUnitDesign('halton', 3, { runs: 125, options: { scramble, skip: 0 } });
      expect(new Set(columnOf(design, 2).map((u) => Math.floor(u * 125 + 1e-9))).size).toBe(125);
      expect(columnOf(design, 2).every((u) => u >= 0 && u < 1)).toBe(true);
    }
  });
});
