import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGaloisField, primePower } from '../../src/design/galois-field.ts';
import { findOrthogonalColumns } from '../../src/design/orthogonal-columns.ts';
import { createUnitDesign, rowsOf } from './unit-design.ts';

/** How often each combination of levels comes in some columns. */
function combinations(rows: readonly (readonly number[])[], columns: readonly number[]) {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = columns.map((column) => row[column]).join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function* subsets(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  else {
    for (let first = from; first <= count - size; first += 1) {
      for (const rest of subsets(count, size - 1, first + 1)) yield [first, ...rest];
    }
  }
}

describe('a Galois field', () => {
  it.each([2, 3, 4, 5, 8, 9, 16, 25, 27, 49, 64, 81])('of %i elements is one', (order) => {
    const field = createGaloisField(order);
    if (!field) throw new Error('no field');
    const { add, subtract, multiply, inverse, character } = field;
    const element = fc.nat({ max: order - 1 });
    fc.assert(
      fc.property(element, element, element, (a, b, c) => {
        expect(add(a, b)).toBe(add(b, a));
        expect(subtract(add(a, b), b)).toBe(a);
        expect(multiply(multiply(a, b), c)).toBe(multiply(a, multiply(b, c)));
        expect(multiply(a, add(b, c))).toBe(add(multiply(a, b), multiply(a, c)));
        expect([add(a, 0), multiply(a, 1), multiply(a, 0)]).toEqual([a, a, 0]);
        if (a !== 0) expect(multiply(a, inverse(a))).toBe(1);
        expect(character(multiply(a, a))).toBe(a === 0 ? 0 : 1);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it('exists for prime powers only', () => {
    expect([6, 10, 12, 15, 1, 0, 2.5].map(primePower)).toEqual(Array(7).fill(undefined));
    expect(primePower(243)).toEqual([3, 5]);
  });
});

describe('an orthogonal array', () => {
  it.each([
    [4, 3, 2, 9],
    [7, 3, 2, 18],
    [13, 3, 2, 27],
    [5, 4, 2, 16],
    [21, 4, 2, 64],
    [11, 5, 2, 50],
    [9, 8, 2, 64],
    [19, 9, 2, 162],
    [15, 2, 2, 16],
    [4, 3, 3, 27],
    [6, 5, 3, 125],
    [5, 4, 4, 256],
  ])(
    'of %i columns on %i levels and strength %i has %i rows, all combinations equally often',
    (columns, levels, strength, count) => {
      const array = findOrthogonalColumns(columns, levels, strength);
      expect(array?.rows).toBe(count);
      const rows = Array.from({ length: count }, (_, row) =>
        Array.from({ length: columns }, (_unused, column) => array?.at(row, column) ?? NaN),
      );
      for (const chosen of subsets(columns, strength)) {
        const counts = combinations(rows, chosen);
        expect(counts.size).toBe(levels ** strength);
        expect(new Set(counts.values())).toEqual(new Set([count / levels ** strength]));
      }
    },
  );

  it('puts continuous variables in the middles of slices, and level variables on their levels', () => {
    expect(new Set(rowsOf(createUnitDesign('orthogonal-array', 4)).flat())).toEqual(
      new Set([0.5 / 3, 0.5, 2.5 / 3]),
    );
    const design = createUnitDesign('orthogonal-array', 0, {
      variables: ['a', 'b', 'c'].map((name) => ({
        name,
        source: { kind: 'levels', values: ['low', 'mid', 'high'] },
      })),
    });
    expect(design.rowCount).toBe(9);
    expect(new Set(design.block(0, 9)[2])).toEqual(new Set(['low', 'mid', 'high']));
  });

  it.each(['random', 'latin'] as const)('keeps its evenness when its places are %s', (place) => {
    for (const seed of [1, 2, 3]) {
      const design = createUnitDesign('orthogonal-array', 6, {
        seed,
        options: { levels: 5, place },
      });
      const rows = rowsOf(design);
      const coarse = rows.map((row) => row.map((u) => Math.floor(u * 5)));
      for (const pair of subsets(6, 2)) {
        expect(new Set(combinations(coarse, pair).values())).toEqual(new Set([1]));
      }
      if (place === 'random') continue;
      for (const column of [0, 3, 5]) {
        const slices = rows.map((row) => Math.floor((row[column] ?? 0) * 25)).sort((a, b) => a - b);
        expect(slices).toEqual(Array.from({ length: 25 }, (_, index) => index));
      }
    }
  });

  it.each([
    [3, { levels: 6 }, 'a prime power', 'nearest: 7'],
    [9, { levels: 4, strength: 3 }, 'enough for 9 variables', 'nearest: 8'],
    [3, { levels: 300 }, 'from 2 to 256', ''],
  ])('refuses %i variables with %j', (d, options, message, hint) => {
    let caught: unknown;
    try {
      createUnitDesign('orthogonal-array', d, { options });
    } catch (error) {
      caught = error;
    }
    expect(String(caught)).toContain(message);
    expect((caught as { hint?: string }).hint ?? '').toContain(hint);
  });
});
