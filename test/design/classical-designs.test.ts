import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DesignSpec } from '../../src/design/index.ts';
import { createNormalisedHadamard } from '../../src/design/hadamard.ts';
import { createUnitDesign, rowsOf } from './unit-design.ts';

type Rows = readonly (readonly number[])[];
const reference = JSON.parse(
  readFileSync(new URL('../reference/designs.json', import.meta.url), 'utf8'),
) as {
  readonly compositeRotatable3: Rows;
  readonly compositeFaced3: Rows;
  readonly boxBehnken: Readonly<Record<string, Rows>>;
  readonly plackettBurmanRuns: Readonly<Record<string, number>>;
  readonly fraction6: Rows;
};

function coded(
  method: DesignSpec['method'],
  d: number,
  given: Partial<DesignSpec> = {},
): number[][] {
  return rowsOf(createUnitDesign(method, d, given, [-1, 1]));
}

/** Rows as a sorted list of texts, so that order and -0 don't count. */
function asSet(rows: Rows): string[] {
  return rows
    .map((row) => row.map((x) => (x + 0).toFixed(9).replace(/^-(0\.0+)$/, '$1')).join(' '))
    .sort();
}

/** Sum over rows of the product of some columns. */
function product(rows: Rows, columns: readonly number[]): number {
  return rows.reduce((sum, row) => sum + columns.reduce((p, c) => p * (row[c] ?? NaN), 1), 0);
}

describe('central composite', () => {
  it.each([
    ['rotatable', 3, { shape: 'circumscribed' }, reference.compositeRotatable3],
    ['faced', 3, { shape: 'faced' }, reference.compositeFaced3],
  ] as const)('has the points of pyDOE, %s', (_, d, options, expected) => {
    expect(asSet(coded('central-composite', d, { options }))).toEqual(asSet(expected));
  });

  it('has uncorrelated squares when orthogonal', () => {
    const rows = coded('central-composite', 4, {
      options: { shape: 'circumscribed', alpha: 'orthogonal', centerPoints: 2 },
    });
    const mean = product(rows, [0, 0]) / rows.length;
    expect(product(rows, [0, 0, 1, 1]) / rows.length).toBeCloseTo(mean * mean, 12);
  });

  it('stays inside the bounds when inscribed', () => {
    const rows = coded('central-composite', 4, { options: { centerPoints: 3 } });
    expect(rows).toHaveLength(16 + 8 + 3);
    expect(Math.max(...rows.flat())).toBe(1);
    expect(Math.min(...rows.flat())).toBe(-1);
  });

  it('takes a resolution V fraction of the corners', () => {
    const rows = coded('central-composite', 5, {
      options: { shape: 'faced', corners: 'fraction' },
    });
    expect(rows).toHaveLength(16 + 10 + 1);
    for (const c of [
      [0, 1],
      [0, 1, 2],
      [0, 1, 2, 3],
    ])
      expect(product(rows, c)).toBeCloseTo(0, 12);
  });
});

describe('Box-Behnken', () => {
  it.each([3, 4, 5])('has the points of pyDOE for %i variables', (d) => {
    expect(asSet(coded('box-behnken', d))).toEqual(asSet(reference.boxBehnken[d] ?? []));
  });

  it.each([
    [6, 49],
    [7, 57],
  ])('takes the published blocks for %i variables', (d, runs) => {
    const rows = coded('box-behnken', d);
    expect(rows).toHaveLength(runs);
    for (let i = 0; i < d; i += 1) {
      for (let j = 0; j < i; j += 1) expect(product(rows, [i, j])).toBe(0);
      expect(product(rows, [i, i])).toBe(24);
    }
  });

  it('refuses two variables', () => {
    expect(() => coded('box-behnken', 2)).toThrow(/at least 3 variables/);
  });
});

describe('Plackett-Burman', () => {
  it.each(Object.entries(reference.plackettBurmanRuns))(
    'takes the rows of pyDOE or fewer for %s variables',
    (d, runs) => {
      const rows = coded('plackett-burman', Number(d));
      expect(rows.length).toBeLessThanOrEqual(runs);
      expect(rows.length).toBe(4 * Math.ceil((Number(d) + 1) / 4));
    },
  );

  it('is orthogonal and balanced for every order up to 88', () => {
    for (let order = 4; order <= 88; order += 4) {
      const entry = createNormalisedHadamard(order);
      if (order === 52) expect(entry).toBeUndefined();
      if (!entry) continue;
      for (let a = 0; a < order; a += 1) {
        for (let b = 0; b <= a; b += 1) {
          let sum = 0;
          for (let row = 0; row < order; row += 1) sum += entry(row, a) * entry(row, b);
          expect(sum, `${order}: ${a} ${b}`).toBe(a === b ? order : 0);
        }
      }
    }
  });

  it('frees main effects from interactions of two when folded over', () => {
    const rows = coded('plackett-burman', 7, { options: { foldover: true } });
    expect(rows).toHaveLength(16);
    for (let i = 0; i < 7; i += 1)
      for (let j = 0; j < i; j += 1)
        for (let k = 0; k < j; k += 1) expect(product(rows, [i, j, k])).toBe(0);
  });
});

describe('fractional factorial', () => {
  it('has the rows of pyDOE for given generators', () => {
    const rows = coded('fractional-factorial', 6, {
      options: { generators: ['E = ABC', 'F = BCD'] },
    });
    expect(asSet(rows)).toEqual(asSet(reference.fraction6));
  });

  it.each([
    [5, 16, 5],
    [6, 32, 6],
    [7, 8, 3],
    [8, 16, 4],
    [15, 16, 3],
    [11, 128, 5],
    [16, 32, 4],
  ])('reaches the published resolution of %i variables in %i rows', (d, runs, resolution) => {
    const design = createUnitDesign('fractional-factorial', d, { runs }, [-1, 1]);
    expect(design.notes[0]).toContain(`resolution ${resolution} `);
    const rows = rowsOf(design);
    expect(new Set(rows.map(String)).size).toBe(runs);
    const columns = Array.from({ length: d }, (_, index) => index);
    for (const i of columns) {
      expect(product(rows, [i])).toBe(0);
      for (const j of columns.slice(0, i)) {
        expect(product(rows, [i, j])).toBe(0);
        if (resolution > 3)
          for (const k of columns.slice(0, j)) expect(product(rows, [i, j, k])).toBe(0);
      }
    }
  });

  it('takes the fewest rows of a wanted resolution', () => {
    expect(coded('fractional-factorial', 7)).toHaveLength(16);
    expect(coded('fractional-factorial', 7, { options: { resolution: 3 } })).toHaveLength(8);
    expect(coded('fractional-factorial', 3)).toHaveLength(8);
  });

  it.each([
    [{ runs: 12 }, /power of 2/],
    [{ runs: 4 }, /at least 8/],
    [{ options: { generators: ['E = AB'] } }, /list of words/],
    [{ options: { generators: 'D = AB' } }, /list of words/],
  ])('refuses %j', (given, message) => {
    expect(() => coded('fractional-factorial', 6, given)).toThrow(message);
  });
});

it('one at a time moves one variable in each row, low to high', () => {
  expect(coded('one-at-a-time', 2, { options: { steps: 2 } })).toEqual([
    [0, 0],
    [-1, 0],
    [-0.5, 0],
    [0.5, 0],
    [1, 0],
    [0, -1],
    [0, -0.5],
    [0, 0.5],
    [0, 1],
  ]);
});

describe('Morris trajectories', () => {
  const rows = coded('morris', 5, { options: { trajectories: 40, levels: 6 } });

  it('change one variable a row by the published step and each once', () => {
    expect(rows).toHaveLength(240);
    for (let start = 0; start < rows.length; start += 6) {
      const moved = [1, 2, 3, 4, 5].map((step) => {
        const [before = [], after = []] = [rows[start + step - 1], rows[start + step]];
        const changed = after.flatMap((x, index) => (x === before[index] ? [] : [index]));
        expect(changed).toHaveLength(1);
        const variable = changed[0] ?? 0;
        // Half the levels of 6 on a range of 2: 2 * 3 / 5.
        expect(Math.abs((after[variable] ?? 0) - (before[variable] ?? 0))).toBeCloseTo(1.2, 12);
        return variable;
      });
      expect(moved.sort()).toEqual([0, 1, 2, 3, 4]);
    }
  });

  it('use every level and jump both ways', () => {
    expect(new Set(rows.map((row) => (row[0] ?? 0).toFixed(6))).size).toBe(6);
    const ups = rows.filter(
      (row, index) => index % 6 > 0 && row.some((x, c) => x > (rows[index - 1]?.[c] ?? 9)),
    );
    expect(ups.length).toBeGreaterThan(60);
    expect(ups.length).toBeLessThan(140);
  });

  it('keep the first trajectories when more are asked for, and give any block alone', () => {
    expect(coded('morris', 5, { options: { trajectories: 50, levels: 6 } }).slice(0, 240)).toEqual(
      rows,
    );
    const design = createUnitDesign(
      'morris',
      5,
      { options: { trajectories: 40, levels: 6 } },
      [-1, 1],
    );
    expect(Array.from(design.block(17, 9)[3] ?? [])).toEqual(
      rows.slice(17, 26).map((row) => row[3]),
    );
  });

  it('stay finite for variables without bounds', () => {
    const design = createUnitDesign('morris', 1, {
      options: { levels: 4 },
      variables: [
        {
          name: 'z',
          source: { kind: 'generator', generator: 'Normal', settings: { mean: 0, stddev: 1 } },
        },
      ],
    });
    expect(
      rowsOf(design)
        .flat()
        .every((z) => Math.abs(z) < 1.16),
    ).toBe(true);
  });
});

describe('Saltelli blocks', () => {
  it.each([false, true])('freeze and pick as SALib orders them, second order %s', (secondOrder) => {
    const d = 3;
    const block = secondOrder ? 2 * d + 2 : d + 2;
    const rows = rowsOf(
      createUnitDesign('saltelli', d, { options: { baseSamples: 8, secondOrder } }),
    );
    expect(rows).toHaveLength(8 * block);
    for (let start = 0; start < rows.length; start += block) {
      const [a = [], b = []] = [rows[start], rows[start + block - 1]];
      for (let j = 0; j < d; j += 1) {
        expect(rows[start + 1 + j]).toEqual(a.map((x, index) => (index === j ? b[index] : x)));
        if (secondOrder) {
          expect(rows[start + 1 + d + j]).toEqual(
            b.map((x, index) => (index === j ? a[index] : x)),
          );
        }
      }
    }
  });

  it('keep the first blocks when the base doubles, and give any block alone', () => {
    const short = rowsOf(createUnitDesign('saltelli', 3, { options: { baseSamples: 8 } }));
    const long = createUnitDesign('saltelli', 3, { options: { baseSamples: 16 } });
    expect(rowsOf(long).slice(0, 40)).toEqual(short);
    expect(Array.from(long.block(13, 20)[1] ?? [])).toEqual(
      rowsOf(long)
        .slice(13, 33)
        .map((row) => row[1]),
    );
  });
});
