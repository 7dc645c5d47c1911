import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createConference } from '../../src/design/conference.ts';
import { createDesign, extendDesign, type DesignSpec } from '../../src/design/index.ts';
import { createUnitDesign, rowsOf, unitSpec } from './unit-design.ts';

type ModelName = 'linear' | 'interaction' | 'quadratic';
const reference = JSON.parse(
  readFileSync(new URL('../reference/optimal.json', import.meta.url), 'utf8'),
) as {
  readonly square6: number;
  readonly exhaustive: readonly {
    readonly d: number;
    readonly levels: number;
    readonly runs: number;
    readonly model: ModelName;
    readonly efficiency: number;
  }[];
};

/** det(X'X)^(1/p) / n, by elimination. */
function efficiency(rows: readonly (readonly number[])[], model: ModelName): number {
  const x = rows.map((row) => [
    1,
    ...row,
    ...(model === 'linear' ? [] : row.flatMap((a, i) => row.slice(i + 1).map((b) => a * b))),
    ...(model === 'quadratic' ? row.map((a) => a * a) : []),
  ]);
  const p = x[0]?.length ?? 0;
  const m = Array.from({ length: p }, (_, i) =>
    Array.from({ length: p }, (_unused, j) =>
      x.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0),
    ),
  );
  let determinant = 1;
  for (const [i, pivot] of m.entries()) {
    determinant *= pivot[i] ?? 0;
    for (const row of m.slice(i + 1)) {
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let k = i; k < p; k += 1) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  }
  return Math.max(0, determinant) ** (1 / p) / rows.length;
}

const coded = (method: DesignSpec['method'], d: number, given: Partial<DesignSpec> = {}) =>
  rowsOf(createUnitDesign(method, d, given, [-1, 1]));

describe('d-optimal', () => {
  it.each(reference.exhaustive)(
    'finds the best of all sets of $runs rows ($model, $d variables on $levels levels)',
    ({ d, levels, runs, model, efficiency: best }) => {
      for (const seed of [1, 2, 3]) {
        const rows = coded('d-optimal', d, { runs, seed, options: { model, levels } });
        expect(efficiency(rows, model)).toBeCloseTo(best, 9);
      }
    },
  );

  it('comes near the best six rows of the whole square', () => {
    const rows = coded('d-optimal', 2, { runs: 6, options: { levels: 101 } });
    expect(efficiency(rows, 'quadratic')).toBeGreaterThan(0.999 * reference.square6);
    expect(efficiency(rows, 'quadratic')).toBeLessThanOrEqual(reference.square6 + 1e-9);
  });

  it('says its efficiency, and takes texts and levels', () => {
    const spec: DesignSpec = {
      method: 'd-optimal',
      seed: 4,
      runs: 12,
      options: { model: 'interaction' },
      variables: [
        { name: 'grade', source: { kind: 'levels', values: ['a', 'b', 'c'] } },
        { name: 'n', source: { kind: 'levels', values: [1, 2, 5] } },
      ],
    };
    const design = createDesign(spec);
    const [grades = [], counts = []] = design.block(0, 12);
    // Each grade with each end, twice: middle levels say nothing of a straight line.
    const pairs = Array.from(grades, (grade, row) => `${grade}${counts[row] ?? ''}`).sort();
    expect(pairs).toEqual(['a1', 'a1', 'a5', 'a5', 'b1', 'b1', 'b5', 'b5', 'c1', 'c1', 'c5', 'c5']);
    expect(design.notes.join()).toMatch(/^D-efficiency \d+\.\d % for 6 terms/u);
  });

  it('grows by the best further rows', () => {
    const spec: DesignSpec = {
      method: 'd-optimal',
      seed: 1,
      runs: 3,
      options: { model: 'linear' },
      variables: createVariables(2),
    };
    const first = rowsOf(createDesign(spec));
    const further = rowsOf(extendDesign(spec, { steps: [], add: 1 }));
    expect(efficiency([...first, ...further], 'linear')).toBeCloseTo(1, 12);
  });

  it('refuses fewer rows than terms, with the number that is enough', () => {
    let caught: unknown;
    try {
      createUnitDesign('d-optimal', 3, { runs: 9 });
    } catch (error) {
      caught = error;
    }
    expect(String(caught)).toContain('at least 10, the terms of the model, got 9');
    expect((caught as { hint?: string }).hint).toContain('nearest: 10');
  });
});

const createVariables = (count: number) => unitSpec('monte-carlo', count, {}, [-1, 1]).variables;

describe('definitive screening', () => {
  it('rests on conference matrices', () => {
    const missing = new Set([22, 34, 36, 46, 52, 58]);
    for (let order = 4; order <= 60; order += 2) {
      const entry = createConference(order);
      expect(entry === undefined, `order ${order}`).toBe(missing.has(order));
      if (!entry) continue;
      for (let i = 0; i < order; i += 1) {
        for (let j = 0; j <= i; j += 1) {
          let sum = 0;
          for (let k = 0; k < order; k += 1) sum += entry(i, k) * entry(j, k);
          expect(sum).toBe(i === j ? order - 1 : 0);
        }
        expect(entry(i, i)).toBe(0);
      }
    }
  });

  it.each([
    [4, 9],
    [5, 13],
    [6, 13],
    [7, 17],
    [10, 21],
    [16, 33],
    [21, 49],
  ])(
    'of %i variables has %i rows; main effects are free of squares and of products of two',
    (d, runs) => {
      const rows = coded('definitive-screening', d);
      expect(rows).toHaveLength(runs);
      expect(rows.at(-1)).toEqual(Array(d).fill(0));
      const sum = (...columns: number[]): number =>
        rows.reduce((total, row) => total + columns.reduce((p, c) => p * (row[c] ?? NaN), 1), 0);
      for (let a = 0; a < d; a += 1) {
        expect(sum(a)).toBe(0);
        for (let b = 0; b < d; b += 1) {
          if (a !== b) expect(sum(a, b)).toBe(0);
          for (let c = b; c < d; c += 1) expect(sum(a, b, c)).toBe(0);
        }
      }
    },
  );

  it('takes further columns and centre points', () => {
    const options = { extraColumns: 2, centerPoints: 3 };
    expect(coded('definitive-screening', 6, { options })).toHaveLength(2 * 8 + 3);
  });
});

describe('blocks and random order', () => {
  const product = (rows: number[][], columns: number[]): number =>
    rows.reduce((total, row) => total + columns.reduce((p, c) => p * (row[c] ?? NaN), 1), 0);
  const two = (d: number): DesignSpec['variables'] =>
    Array.from({ length: d }, (_, index) => ({
      name: `x${index}`,
      source: { kind: 'levels', values: [-1, 1] },
    }));

  it.each([
    ['full-factorial', 3, 2, {}],
    ['full-factorial', 4, 4, {}],
    ['full-factorial', 5, 4, {}],
    ['fractional-factorial', 6, 4, { resolution: 4 }],
    ['fractional-factorial', 7, 2, { resolution: 4 }],
  ] as const)('%s of %i variables: each of %i blocks is balanced', (method, d, blocks, options) => {
    const plain = createDesign({ method, seed: 1, variables: two(d), options });
    for (const randomize of [false, true]) {
      const spec = {
        method,
        seed: 9,
        variables: two(d),
        options: { ...options, blocks },
        randomize,
      };
      const rows = rowsOf(createDesign(spec));
      const asTexts = (some: number[][]) => some.map(String).sort();
      expect(asTexts(rows)).toEqual(asTexts(rowsOf(plain)));
      const size = rows.length / blocks;
      for (let block = 0; block < blocks; block += 1) {
        const own = rows.slice(block * size, (block + 1) * size);
        for (let factor = 0; factor < d; factor += 1) expect(product(own, [factor])).toBe(0);
      }
    }
  });

  it('confounds blocks with the interaction of all, where there are two', () => {
    const options = { blocks: 2 };
    const design = createDesign({ method: 'full-factorial', seed: 1, variables: two(4), options });
    expect(Math.abs(product(rowsOf(design).slice(0, 8), [0, 1, 2, 3]))).toBe(8);
    expect(design.notes.join()).toContain('x0 x x1 x x2 x x3');
  });

  it('shuffles by the seed, the same rows in any block of them', () => {
    const make = (seed: number, randomize: boolean) =>
      createDesign({
        method: 'box-behnken',
        seed,
        variables: createVariables(4),
        options: {},
        randomize,
      });
    const rows = rowsOf(make(3, true));
    expect(rows).not.toEqual(rowsOf(make(4, true)));
    expect(rows).not.toEqual(rowsOf(make(3, false)));
    expect(rows.map(String).sort()).toEqual(rowsOf(make(3, false)).map(String).sort());
    const [, second] = make(3, true).block(7, 5);
    expect(Array.from(second ?? [])).toEqual(rows.slice(7, 12).map((row) => row[1]));
  });

  it.each([
    ['morris', {}, { randomize: true }, 'need the order'],
    ['latin-hypercube', {}, { randomize: true, runs: 4 }, 'random already'],
    ['full-factorial', { blocks: 3 }, {}, 'nearest: 2'],
    ['full-factorial', { blocks: 8 }, {}, 'nearest: 4'],
  ] as const)('refuses %s with %j %j', (method, options, more, hint) => {
    let caught: unknown;
    try {
      createDesign({ method, seed: 1, variables: two(3), options, ...more });
    } catch (error) {
      caught = error;
    }
    expect((caught as { hint?: string }).hint).toContain(hint);
  });
});
