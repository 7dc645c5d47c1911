/** Polynomial chaos of inputs whose values are rounded: moments, indices and levels are of the rounded values. */
import { describe, expect, it } from 'vitest';
import { roundedDistribution } from '../../src/analysis/chaos/rounded-distribution.ts';
import type { InputDistribution } from '../../src/analysis/chaos/polynomial-families.ts';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { createDesign } from '../../src/design/index.ts';
import type { DesignMethod } from '../../src/design/design-settings.ts';
import { normalCdf } from '../../src/distributions/index.ts';
import { createRounding } from '../../src/study/round-cells.ts';

type Inputs = Readonly<Record<string, InputDistribution>>;

const generated = (
  generator: 'Uniform' | 'Normal' | 'Exponential' | 'LogNormal',
  settings: Readonly<Record<string, number>>,
): InputDistribution => ({ kind: 'generator', generator, settings });
const uniform = (minvalue: number, maxvalue: number): InputDistribution =>
  generated('Uniform', { minvalue, maxvalue });
const b = uniform(0, 1);

/** @param formats that round the rows @param stated of these, those that the study names. Default: all */
function chaosOf(
  inputs: Inputs,
  formats: Readonly<Record<string, string>>,
  model: (...x: number[]) => number,
  {
    method = 'latin-hypercube',
    runs = 256,
    stated = formats,
    ...more
  }: Partial<StudyStructure> & { runs?: number; stated?: typeof formats } = {},
) {
  const variables = Object.entries(inputs).map(([name, source]) => ({ name, source }));
  const isSaltelli = method === 'saltelli';
  const options = isSaltelli ? { baseSamples: runs } : {};
  const design = createDesign({
    ...{ method, seed: 9, variables, options },
    ...(isSaltelli ? {} : { runs }),
  });
  const columns = design.block(0, design.rowCount).map((column, place) => {
    const { name = '' } = variables[place] ?? {};
    const format = formats[name];
    const round = format === undefined ? Number : createRounding({ name, format });
    return Float64Array.from(column, (cell) => round?.(Number(cell)) ?? NaN);
  });
  const y = Float64Array.from({ length: design.rowCount }, (_, row) =>
    model(...columns.map((column) => column[row] ?? NaN)),
  );
  const summary = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        ...variables.map(({ name }, place) => ({
          ...{ name, role: 'input' as const },
          values: columns[place] ?? y,
        })),
        { name: 'y', role: 'output', values: y },
      ],
    },
    {
      ...{ method, options, seed: 9, variables: Object.keys(inputs) },
      ...{ distributions: inputs, formats: stated },
      ...more,
    },
  );
  const trust = summary.estimators.find(({ estimator }) => estimator === 'polynomialChaos');
  return { found: summary.polynomialChaos?.[0], trust, reasons: trust?.reasons.join('; ') ?? '' };
}

const sum = (k = 0, other = 0): number => k + other;
const at = (response: number): Partial<StudyStructure> => ({
  settings: { levels: { y: { response: [response] } } },
});

describe('a polynomial chaos of a Uniform 1 .. 4 that is rounded to whole numbers', () => {
  it.each<DesignMethod>(['sobol', 'monte-carlo', 'latin-hypercube', 'saltelli'])(
    'is that of 1, 2, 3, 4 with weights 1/6, 1/3, 1/3, 1/6, with %s',
    (method) => {
      const inputs = { k: uniform(1, 4), b };
      const { found, trust } = chaosOf(inputs, { k: '0' }, sum, { method, ...at(4.5) });
      expect(trust?.trust).toBe('good');
      expect(found?.families).toEqual(['discrete', 'Legendre']);
      expect(found?.mean).toBeCloseTo(3, 12);
      expect(found?.standardDeviation).toBeCloseTo(1, 12);
      expect(found?.indices?.map(({ first }) => first)).toEqual([
        expect.closeTo(11 / 12, 12),
        expect.closeTo(1 / 12, 12),
      ]);
      const [level] = found?.levels ?? [];
      expect(level?.probability).toBeCloseTo(11 / 12, 4);
      expect(level?.probabilityInterval[0]).toBeLessThan(11 / 12);
      expect(level?.probabilityInterval[1]).toBeGreaterThan(11 / 12);
    },
  );

  it('has the whole effect of squares and products', () => {
    // k^2 of weights 1/6, 1/3, 1/3, 1/6 has mean 43/6 and mean square 353/6 + ... by hand: (1 + 2 * 16 + 2 * 81 + 256) / 6.
    const { found } = chaosOf({ k: uniform(1, 4), b }, { k: '0' }, (k = 0, own = 0) => k * k + own);
    const variance = (1 + 32 + 162 + 256) / 6 - ((1 + 8 + 18 + 16) / 6) ** 2;
    expect(found?.standardDeviation).toBeCloseTo(Math.sqrt(variance + 1 / 12), 10);
    expect(found?.indices?.[0]?.first).toBeCloseTo(variance / (variance + 1 / 12), 10);
  });
});

describe('the variance of a rounded input is that of its values', () => {
  const momentsOf = (shareOf: (k: number) => number): readonly [number, number] => {
    let [mean, square] = [0, 0];
    for (let k = -400; k <= 400; k += 1) {
      mean += k * shareOf(k);
      square += k * k * shareOf(k);
    }
    return [mean, square - mean * mean];
  };
  const ofNormal = (mean: number, sd: number) =>
    momentsOf((k) => normalCdf((k + 0.5 - mean) / sd) - normalCdf((k - 0.5 - mean) / sd));
  const below = (x: number): number => -Math.expm1(-Math.max(0, x) / 2);
  it.each<[string, InputDistribution, readonly [number, number]]>([
    ['Normal (5, 0.5)', generated('Normal', { mean: 5, stddev: 0.5 }), ofNormal(5, 0.5)],
    ['Normal (20, 1.2)', generated('Normal', { mean: 20, stddev: 1.2 }), ofNormal(20, 1.2)],
    ['Uniform 0 .. 3', uniform(0, 3), [1.5, 11 / 12]],
    ['Uniform 1 .. 2', uniform(1, 2), [1.5, 1 / 4]],
    [
      'Exponential (2)',
      generated('Exponential', { scale: 2 }),
      momentsOf((k) => below(k + 0.5) - below(k - 0.5)),
    ],
  ])('of %s', (_, k, [mean, variance]) => {
    const { found } = chaosOf({ k, b }, { k: '0' }, sum);
    expect(found?.mean).toBeCloseTo(mean + 0.5, 10);
    expect(found?.standardDeviation).toBeCloseTo(Math.sqrt(variance + 1 / 12), 10);
    expect(found?.indices?.[0]?.first).toBeCloseTo(variance / (variance + 1 / 12), 10);
  });

  it('of levels that round to the same value', () => {
    const k = { kind: 'levels', values: [1.2, 1.4, 2.6], weights: [1, 1, 2] } as const;
    const { found } = chaosOf({ k, b }, { k: '0' }, sum);
    expect(found?.standardDeviation).toBeCloseTo(Math.sqrt(1 + 1 / 12), 10);
  });
});

describe('the values that a distribution is rounded to', () => {
  const valuesOf = (distribution: InputDistribution, pattern: string) => {
    const found = roundedDistribution(distribution, pattern);
    if (found.distribution.kind !== 'levels') throw new Error('Expected values');
    const { values, weights = [] } = found.distribution;
    const total = weights.reduce((all, own) => all + own, 0);
    return values.map((value, place) => [value, (weights[place] ?? NaN) / total]);
  };

  it('have the probability between the middles, whole at the ends', () => {
    expect(valuesOf(uniform(1, 4), '0')).toEqual([
      [1, expect.closeTo(1 / 6, 14)],
      [2, expect.closeTo(1 / 3, 14)],
      [3, expect.closeTo(1 / 3, 14)],
      [4, expect.closeTo(1 / 6, 14)],
    ]);
    const cut = generated('Normal', { mean: 0, stddev: 1, minvalue: -0.2, maxvalue: 0.1 });
    const mass = normalCdf(0.1) - normalCdf(-0.2);
    expect(valuesOf(cut, '0.0')).toEqual([
      [-0.2, expect.closeTo((normalCdf(-0.15) - normalCdf(-0.2)) / mass, 12)],
      [-0.1, expect.closeTo((normalCdf(-0.05) - normalCdf(-0.15)) / mass, 12)],
      [0, expect.closeTo((normalCdf(0.05) - normalCdf(-0.05)) / mass, 12)],
      [0.1, expect.closeTo((normalCdf(0.1) - normalCdf(0.05)) / mass, 12)],
    ]);
  });

  it('also have so many significant digits, with wider steps above a power of ten', () => {
    expect(valuesOf(uniform(8, 13), '0E0')).toEqual([
      [8, expect.closeTo(0.1, 14)],
      [9, expect.closeTo(0.2, 14)],
      [10, expect.closeTo(0.7, 14)],
    ]);
  });

  it('keep their probability far into an open tail', () => {
    const far = valuesOf(generated('Exponential', { scale: 2 }), '0').find(([k]) => k === 100);
    const share = Math.exp(-99.5 / 2) - Math.exp(-100.5 / 2);
    expect(Number(far?.[1]) / share).toBeCloseTo(1, 10);
  });

  it('stay continuous where they are many and rounding is no matter, and say what can’t be followed', () => {
    expect(roundedDistribution(b, '0.0000000')).toEqual({ distribution: b, isRounded: false });
    expect(roundedDistribution(b, '0%').doubt).toContain('format 0%');
    const wide = generated('LogNormal', { mu: 0, sigma: 3 });
    expect(roundedDistribution(wide, '0').doubt).toContain('rounded by the format 0');
  });
});

describe('a polynomial chaos is limited', () => {
  it('where rounding can’t be followed, and tells no level', () => {
    const k = generated('LogNormal', { mu: 1, sigma: 3 });
    const { found, trust, reasons } = chaosOf(
      { k, b },
      { k: '0' },
      (own = 0, other = 0) => Math.log1p(own) + other,
      at(1),
    );
    expect(trust?.trust).toBe('limited');
    expect(reasons).toContain('k is rounded by the format 0');
    expect(found?.levels).toEqual([]);
  });

  it('where rows are rounded that the study doesn’t round', () => {
    const { trust, reasons } = chaosOf({ k: uniform(1, 4), b }, { k: '0' }, sum, { stated: {} });
    expect(trust?.trust).toBe('limited');
    expect(reasons).toContain('k takes 4 values in 256 draws, as if rounded to steps of 1.0');
  });

  it('where rows aren’t rounded as the study says', () => {
    const { trust, reasons } = chaosOf({ k: uniform(1, 4), b }, {}, sum, { stated: { k: '0.0' } });
    expect(trust?.trust).not.toBe('good');
    expect(reasons).toContain('values that the distributions of the inputs don’t have');
  });

  it('where a likely rounded value has no run', () => {
    const inputs = { k: uniform(1, 4), b };
    const { reasons } = chaosOf(inputs, { k: '0' }, (k = 0, other = 0) =>
      k === 4 ? NaN : k + other,
    );
    expect(reasons).toContain('k has no run at 4, which 17 % of its rounded values are');
  });
});
