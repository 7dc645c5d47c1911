import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDesign, type DesignSpec, type DesignVariable } from '../../src/design/index.ts';
import { DesignError } from '../../src/errors.ts';

const unit = (name: string): DesignVariable => ({
  name,
  source: { kind: 'generator', generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
});

function spec(method: DesignSpec['method'], given: Partial<DesignSpec> = {}): DesignSpec {
  return { method, seed: 42, variables: [unit('a'), unit('b')], options: {}, ...given };
}

function column(design: ReturnType<typeof createDesign>, index: number): number[] {
  return Array.from(design.block(0, design.rowCount)[index] ?? [], Number);
}

describe('every random design', () => {
  it.each(['monte-carlo', 'latin-hypercube'] as const)('%s makes any block alone', (method) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat(), (runs, a, b) => {
        const design = createDesign(spec(method, { runs }));
        const start = a % runs;
        const count = b % (runs - start + 1);
        expect(Array.from(design.block(start, count)[1] ?? [])).toEqual(
          column(design, 1).slice(start, start + count),
        );
      }),
      { seed: 9, numRuns: 50 },
    );
  });

  it.each(['monte-carlo', 'latin-hypercube'] as const)(
    '%s gives a variable its numbers whatever stands beside it',
    (method) => {
      const both = createDesign(spec(method, { runs: 20 }));
      const alone = createDesign(spec(method, { runs: 20, variables: [unit('b')] }));
      expect(column(alone, 0)).toEqual(column(both, 1));
      expect(column(createDesign(spec(method, { runs: 20, seed: 43 })), 1)).not.toEqual(
        column(both, 1),
      );
    },
  );
});

it('monte-carlo keeps its first rows when rows are added', () => {
  const short = column(createDesign(spec('monte-carlo', { runs: 10 })), 0);
  expect(column(createDesign(spec('monte-carlo', { runs: 30 })), 0).slice(0, 10)).toEqual(short);
});

describe('latin-hypercube', () => {
  it('puts one row into each slice of each variable', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.nat(),
        fc.boolean(),
        (runs, seed, centered) => {
          const design = createDesign(
            spec('latin-hypercube', { runs, seed, options: { centered } }),
          );
          for (const index of [0, 1]) {
            const slices = column(design, index).map((u) => Math.floor(u * runs));
            expect(slices.sort((x, y) => x - y)).toEqual(Array.from({ length: runs }, (_, i) => i));
          }
        },
      ),
      { seed: 21, numRuns: 60 },
    );
  });

  it('has correlations between variables that vary like 1/sqrt(n)', () => {
    const n = 50;
    const squares = Array.from({ length: 400 }, (_, seed) => {
      const design = createDesign(
        spec('latin-hypercube', { runs: n, seed, options: { centered: true } }),
      );
      const [a, b] = [column(design, 0), column(design, 1)];
      const sum = a.reduce((total, x, row) => total + (x - 0.5) * ((b[row] ?? 0) - 0.5), 0);
      return (sum / (n * ((1 - 1 / n ** 2) / 12))) ** 2;
    });
    const ratio = (squares.reduce((x, y) => x + y, 0) / squares.length) * (n - 1);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.2);
  });
});

describe('full-factorial', () => {
  const levels = (name: string, ...values: (number | string)[]): DesignVariable => ({
    name,
    source: { kind: 'levels', values },
  });

  it('crosses all levels with the first variable fastest', () => {
    const design = createDesign(
      spec('full-factorial', { variables: [levels('n', 1, 2, 3), levels('g', 'x', 'y')] }),
    );
    expect(design.rowCount).toBe(6);
    expect(column(design, 0)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(design.block(0, 6)[1]).toEqual(['x', 'x', 'x', 'y', 'y', 'y']);
    expect(design.block(4, 2)).toEqual([Float64Array.of(2, 3), ['y', 'y']]);
  });

  it('takes the levels of continuous variables: equal steps between bounds, else equal probability', () => {
    const normal: DesignVariable = {
      name: 'z',
      source: {
        kind: 'generator',
        generator: 'Normal',
        settings: { mean: 0, stddev: 1 },
        levels: 2,
      },
    };
    const bounded: DesignVariable = {
      name: 'a',
      source: {
        kind: 'generator',
        generator: 'Uniform',
        settings: { minvalue: 0, maxvalue: 1 },
        levels: 3,
      },
    };
    const design = createDesign(spec('full-factorial', { variables: [bounded, normal] }));
    expect(column(design, 0)).toEqual([0, 0.5, 1, 0, 0.5, 1]);
    expect(column(design, 1)[0]).toBeCloseTo(-0.6744897501960817, 14);
  });
});

describe('levels in random designs', () => {
  it('come as often as their weights say', () => {
    const grade: DesignVariable = {
      name: 'grade',
      source: { kind: 'levels', values: ['S235', 'none', 'S355'], weights: [7, 0, 3] },
    };
    const design = createDesign(spec('latin-hypercube', { runs: 100, variables: [grade] }));
    const cells = design.block(0, 100)[0] ?? [];
    expect(Array.from(cells).filter((cell) => cell === 'S235')).toHaveLength(70);
    expect(Array.from(cells)).not.toContain('none');
  });
});

it('takes nominal values from the variable, its mean, its mode or its middle level', () => {
  const variables: DesignVariable[] = [
    { ...unit('a'), nominal: 0.1 },
    unit('b'),
    {
      name: 'c',
      source: {
        kind: 'generator',
        generator: 'Triangular',
        settings: { minvalue: 0, mode: 1, maxvalue: 5 },
      },
    },
    { name: 'd', source: { kind: 'levels', values: ['x', 'y', 'z'] } },
    {
      name: 'e',
      source: {
        kind: 'generator',
        generator: 'FixedRange',
        settings: { minvalue: 0, maxvalue: 4, increment: 1 },
      },
    },
  ];
  expect(createDesign(spec('monte-carlo', { runs: 1, variables })).nominal()).toEqual([
    0.1,
    0.5,
    1,
    'y',
    2,
  ]);
});

it.each<[string, DesignSpec, readonly (string | number)[]]>([
  ['no runs', spec('monte-carlo'), ['design']],
  ['runs of 0', spec('latin-hypercube', { runs: 0 }), ['design', 'runs']],
  [
    'an unknown setting',
    spec('monte-carlo', { runs: 5, options: { centred: true } }),
    ['design', 'centred'],
  ],
  ['a continuous variable without levels', spec('full-factorial'), ['variables', 'a']],
  [
    'runs that differ from the product',
    spec('full-factorial', {
      runs: 5,
      variables: [{ name: 'n', source: { kind: 'levels', values: [1, 2] } }],
    }),
    ['design', 'runs'],
  ],
  [
    'a bad setting',
    spec('monte-carlo', {
      runs: 5,
      variables: [
        {
          name: 'z',
          source: { kind: 'generator', generator: 'Normal', settings: { mean: 0, stddev: -1 } },
        },
      ],
    }),
    ['variables', 'z', 'settings', 'stddev'],
  ],
  [
    'too few weights',
    spec('monte-carlo', {
      runs: 5,
      variables: [{ name: 'z', source: { kind: 'levels', values: [1, 2], weights: [1] } }],
    }),
    ['variables', 'z', 'weights'],
  ],
])('refuses %s at its place', (_, given, path) => {
  expect.assertions(2);
  try {
    createDesign(given);
  } catch (error) {
    expect(error).toBeInstanceOf(DesignError);
    expect((error as DesignError).path).toEqual(path);
  }
});
