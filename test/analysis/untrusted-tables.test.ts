/** Small tables whose numbers are wrong by more than they say: none of them may be called good. */
import { describe, expect, it } from 'vitest';
import {
  summariseStudy,
  type StudyStructure,
  type StudySummary,
} from '../../src/analysis/index.ts';
import { sampleQuantile } from '../../src/analysis/quantiles.ts';
import { createDesign, type DesignSpec } from '../../src/design/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

function uniforms(count: number, name: string): Float64Array {
  const values = new Float64Array(count);
  createStream(7, name).fill(values, 0);
  return values;
}

const normals = (count: number, name: string): Float64Array =>
  uniforms(count, name).map((u) => normalQuantile(u));

type Columns = Readonly<Record<string, Float64Array>>;

function summarise(
  inputs: Columns,
  outputs: Columns,
  structure?: StudyStructure,
  role: 'output' | 'objective' = 'output',
): StudySummary {
  const [first = new Float64Array()] = Object.values(outputs);
  return summariseStudy(
    {
      accepted: Array.from(first, () => true),
      columns: [
        ...Object.entries(inputs).map(([name, values]) => ({
          ...{ name, values },
          role: 'input' as const,
        })),
        ...Object.entries(outputs).map(([name, values]) => ({ name, role, values })),
      ],
    },
    structure,
  );
}

function told({ estimators }: StudySummary, wanted: string): string {
  const own = estimators.find(({ estimator }) => estimator === wanted);
  return own?.trust === 'good' ? 'good' : (own?.reasons.join('; ') ?? 'not judged');
}

function drawn(
  method: DesignSpec['method'],
  names: readonly string[],
  given: Partial<DesignSpec> = {},
): { readonly inputs: Columns; readonly structure: StudyStructure } {
  const source = {
    kind: 'generator',
    generator: 'Uniform',
    settings: { minvalue: 0, maxvalue: 1 },
  } as const;
  const variables = names.map((name) => ({ name, source }));
  const design = createDesign({ method, seed: 3, options: {}, variables, ...given });
  const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
  return {
    inputs: Object.fromEntries(
      names.map((name, index) => [name, columns[index] ?? columns[0]]),
    ) as Columns,
    structure: {
      ...{ method, options: given.options ?? {}, seed: 3, variables: names },
      distributions: Object.fromEntries(names.map((name) => [name, source])),
    },
  };
}

const modelOf = (inputs: Columns, model: (...x: number[]) => number): Float64Array => {
  const columns = Object.values(inputs);
  return (columns[0] ?? new Float64Array()).map((_, row) =>
    model(...columns.map((column) => column[row] ?? NaN)),
  );
};

describe('several runs far from all others, each of which hides the other,', () => {
  const [x, z, y] = ['x', 'z', 'y'].map((name) => normals(100, name)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const far = (column: Float64Array, size: number): Float64Array =>
    column.map((value, row) => (row === 3 || row === 9 ? size + value : value));

  it('are named by regression and surface, which they make alone', () => {
    const found = summarise({ x: far(x, 50), z }, { y: far(y, 60) });
    expect(found.sensitivity[0]?.r2).toBeGreaterThan(0.9);
    expect(told(found, 'sensitivity')).toMatch(/without the runs 4, 10, .* \(x\)/u);
    expect(told(found, 'quadratic')).toMatch(/without the runs 4, 10/u);
  });

  it('are no reason where they follow the rest', () => {
    const input = far(x, 50);
    const found = summarise({ x: input, z }, { y: input.map((value) => 3 * value) });
    expect(told(found, 'sensitivity')).toBe('good');
  });
});

describe('interactions under designs that can’t tell them from inputs', () => {
  const rows = [-1, 1].flatMap((b) => [-1, 1].map((c) => [b * c, b, c] as const));
  const column = (place: 0 | 1 | 2): Float64Array =>
    Float64Array.from([...rows, ...rows, ...rows], (row) => row[place]);
  const errors = normals(12, 'errors');
  const inputs = { a: column(0), b: column(1), c: column(2) };

  it('make an effect of an input that does nothing, and it isn’t called good', () => {
    const y = column(0).map((product, row) => 3 * product + 0.3 * (errors[row] ?? 0));
    const found = summarise(inputs, { y });
    expect(found.anova?.[0]?.terms[0]?.pValue).toBeLessThan(1e-6);
    expect(told(found, 'anova')).toMatch(/can't tell a x b, a x c, b x c from other terms/u);
    expect(told(found, 'factorialEffects')).toMatch(/a or b x c/u);
    expect(told(found, 'sensitivity')).toMatch(/can't tell a, b, c from interactions/u);
  });
});

describe('rows that aren’t a sample of the inputs', () => {
  it('have a scatter of their own, which moments don’t call good', () => {
    const places = Array.from({ length: 8 }, (_, level) => level / 7);
    const many = {
      a: Float64Array.from({ length: 64 }, (_, row) => places[row % 8] ?? 0),
      b: Float64Array.from({ length: 64 }, (_, row) => places[Math.floor(row / 8)] ?? 0),
    };
    const structure: StudyStructure = {
      ...{ method: 'full-factorial' as const, options: {}, seed: 1, variables: ['a', 'b'] },
    };
    const y = modelOf(many, (a = 0, b = 0) => a + 0.5 * b);
    expect(told(summarise(many, { y }, structure), 'moments')).toMatch(/aren't drawn/u);
  });

  it('of Saltelli blocks repeat inputs, so that intervals of moments and levels are too narrow', () => {
    const missed = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter((seed) => {
      const options = { baseSamples: 64 };
      const { inputs, structure } = drawn('saltelli', ['a', 'b', 'c', 'd'], { seed, options });
      const y = modelOf(inputs, (a = 0) => Math.sin(2 * Math.PI * 10_007 * a));
      const asked: StudyStructure = {
        ...{ method: 'saltelli' as const, options, seed, variables: structure.variables },
        settings: { levels: { y: { response: [0] } } },
      };
      const found = summarise(inputs, { y }, asked);
      expect(told(found, 'moments')).toMatch(/share values of inputs/u);
      expect(told(found, 'levels')).toMatch(/share values of inputs/u);
      const [low = 0, high = 0] = found.moments['y']?.confidence?.mean ?? [];
      return low > 0 || high < 0;
    });
    expect(missed.length).toBeGreaterThan(1);
  });
});

it('rows that nearly repeat others aren’t taken for independent ones', () => {
  const base = uniforms(15, 'base');
  const jitter = uniforms(90, 'jitter');
  const x = Float64Array.from(jitter, (u, row) => (base[row % 15] ?? 0) * (1 + 1e-10 * u));
  const y = x.map((value) => 1 + value ** 2);
  expect(told(summarise({ x }, { y }), 'moments')).toMatch(
    /75 of 90 runs repeat others, or nearly/u,
  );
  const far = uniforms(90, 'far');
  const offset = summarise({ x: far }, { y: far.map((value) => 1e9 + value) });
  expect(told(offset, 'moments')).toBe('good');
  const wide = far.map((value) => 10 ** (-12 * value));
  expect(told(summarise({ x: wide }, { y: wide }), 'correlations')).not.toMatch(/repeat/u);
});

it('the stationary point of a ridge isn’t called good', () => {
  const places = [-1, -0.6, -0.3, 0, 0.3, 0.6, 1];
  const rows = places.flatMap((a) => places.map((b) => [a, b] as const));
  const errors = normals(rows.length, 'long ridge');
  const inputs = {
    a: Float64Array.from(rows, ([a]) => a),
    b: Float64Array.from(rows, ([, b]) => b),
  };
  const of = (model: (a: number, b: number) => number): string => {
    const y = Float64Array.from(rows, ([a, b], row) => model(a, b) + 0.02 * (errors[row] ?? 0));
    return told(summarise(inputs, { y }), 'quadratic');
  };
  expect(of((a, b) => (a + b) ** 2)).toMatch(/ridge: along a and b/u);
  expect(of((a, b) => (a + b) ** 2 + (a - b) ** 2)).toBe('good');
});

describe('Morris’ measures', () => {
  const { inputs, structure } = drawn('morris', ['a', 'b'], { options: { trajectories: 24 } });

  it('of a response that repeats itself with the length of a move aren’t called good', () => {
    const y = modelOf(inputs, (a = 0, b = 0) => 10 * Math.cos(3 * Math.PI * a) + b);
    const found = summarise(inputs, { y }, structure);
    expect(found.morris?.[0]?.effects[0]?.muStar).toBeLessThan(1e-9);
    expect(told(found, 'morris')).toMatch(/between values of a that no move connects/u);
    const straight = modelOf(inputs, (a = 0, b = 0) => 10 * a + b);
    expect(told(summarise(inputs, { y: straight }, structure), 'morris')).toBe('good');
    const bent = modelOf(inputs, (a = 0, b = 0) => 10 * a * a + 3 * b * a);
    expect(told(summarise(inputs, { y: bent }, structure), 'morris')).toBe('good');
  });

  it('that one or two effects make say so', () => {
    const few = drawn('morris', ['a', 'b'], { options: { trajectories: 12 } });
    const y = modelOf(few.inputs, (a = 0, b = 0) => (a > 0.9 && b > 0.9 ? 5 : 0) + 0.1 * (a + b));
    expect(told(summarise(few.inputs, { y }, few.structure), 'morris')).toMatch(
      /one or two effects make|scatter/u,
    );
  });
});

describe('values at the ends of the range of doubles', () => {
  const x = uniforms(80, 'x');
  const z = uniforms(80, 'z');

  it.each([1e200, 1e-200])('of %s give no volume, and the front says so', (size) => {
    const first = x.map((value) => value * size);
    const second = x.map((value, row) => (1 - value + (z[row] ?? 0)) * size);
    const found = summarise({ x, z }, { first, second }, undefined, 'objective');
    expect(found.paretoFront?.length).toBeGreaterThan(0);
    expect(found.hypervolume).toBeUndefined();
    expect(told(found, 'paretoFront')).toMatch(/hypervolume is too large or too small/u);
  });

  it('give percentiles between values of either sign, and no interval that isn’t a number', () => {
    expect(sampleQuantile(Float64Array.of(-1.7e308, 1.7e308), 0.5)).toBe(0);
    const y = x.map((value, row) => (row % 2 ? 1 : -1) * 1.7e308 * (0.9 + 0.1 * value));
    const found = summarise({ x }, { y });
    expect(found.moments['y']?.confidence).toBeUndefined();
    expect(Object.values(found.moments['y']?.percentiles ?? {}).every(Number.isFinite)).toBe(true);
    expect(told(found, 'moments')).toMatch(/beyond the largest number/u);
  });
});
