import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chaosIndices, type ChaosIndex } from '../../src/analysis/chaos/chaos-indices.ts';
import { chaosLevels } from '../../src/analysis/chaos/chaos-levels.ts';
import { hyperbolicSet } from '../../src/analysis/chaos/index-set.ts';
import {
  polynomialChaos,
  type PolynomialChaos,
} from '../../src/analysis/chaos/polynomial-chaos.ts';
import type { InputDistribution } from '../../src/analysis/chaos/polynomial-families.ts';
import { createDistribution } from '../../src/distributions/index.ts';
import type { GeneratorName } from '../../src/distributions/generator.ts';
import { createDesign } from '../../src/design/index.ts';
import type { Cell } from '../../src/design/cell.ts';

const angle: InputDistribution = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: -Math.PI, maxvalue: Math.PI },
};

/** Columns of a Latin hypercube. */
function sample(
  distributions: readonly InputDistribution[],
  runs: number,
  seed = 3,
): readonly (Float64Array | readonly Cell[])[] {
  const variables = distributions.map((source, j) => ({ name: `x${j}`, source }));
  return createDesign({ method: 'latin-hypercube', runs, seed, variables, options: {} }).block(
    0,
    runs,
  );
}

function ishigami(x: readonly (Float64Array | readonly Cell[])[]): Float64Array {
  return Float64Array.from({ length: x[0]?.length ?? 0 }, (_, row) => {
    const [a = 0, b = 0, c = 0] = x.map((column) => Number(column[row]));
    return Math.sin(a) + 7 * Math.sin(b) ** 2 + 0.1 * c ** 4 * Math.sin(a);
  });
}

const first = [0.3139051911, 0.4424111448, 0];
const total = [0.5575888552, 0.4424111448, 0.2436836641];

describe("a sparse polynomial chaos of Ishigami's function", () => {
  const distributions = [angle, angle, angle];

  it('has its indices to four digits from 64 runs', () => {
    const x = sample(distributions, 64);
    const found = polynomialChaos(x, distributions, ishigami(x));
    const indices = found && chaosIndices(found);
    first.forEach((value, j) =>
      expect(Math.abs((indices?.first[j]?.value ?? 9) - value)).toBeLessThan(1e-4),
    );
    total.forEach((value, j) =>
      expect(Math.abs((indices?.total[j]?.value ?? 9) - value)).toBeLessThan(1e-4),
    );
    expect(found?.terms.length).toBeLessThan(33);
    expect(found?.q2).toBeGreaterThan(0.999);
  });

  it('keeps them when every seventh run failed, and predicts those', () => {
    const x = sample(distributions, 128);
    const y = ishigami(x);
    const incomplete = y.map((value, row) => (row % 7 === 0 ? NaN : value));
    const found = polynomialChaos(x, distributions, incomplete);
    expect(found?.count).toBe(109);
    const indices = found && chaosIndices(found);
    first.forEach((value, j) =>
      expect(Math.abs((indices?.first[j]?.value ?? 9) - value)).toBeLessThan(1e-4),
    );
    found
      ?.evaluate(x)
      .forEach((value, row) => expect(Math.abs(value - (y[row] ?? NaN))).toBeLessThan(0.02));
  });

  it('says by its error on runs left out that it can’t predict noise', () => {
    const x = sample(distributions, 100);
    const noise = createDesign({
      method: 'monte-carlo',
      runs: 100,
      seed: 8,
      variables: [{ name: 'n', source: angle }],
      options: {},
    }).block(0, 100)[0] as Float64Array;
    expect(polynomialChaos(x, distributions, noise)?.q2).toBeLessThan(0.3);
  });
});

it('levels, also of texts and with weights, are inputs as others', () => {
  const distributions: readonly InputDistribution[] = [
    { kind: 'levels', values: ['soft', 'hard', 'never'], weights: [0.25, 0.75, 0] },
    { kind: 'levels', values: [1, 2, 4] },
    {
      kind: 'generator',
      generator: 'FixedRange',
      settings: { minvalue: 0, maxvalue: 3, increment: 1 },
    },
  ];
  const x = sample(distributions, 60);
  const y = Float64Array.from(
    { length: 60 },
    (_, row) => (x[0]?.[row] === 'hard' ? 8 : 0) + Number(x[1]?.[row]) * Number(x[2]?.[row]),
  );
  const found = polynomialChaos(x, distributions, y);
  const indices = found && chaosIndices(found);
  expect(found?.families).toEqual(['discrete', 'discrete', 'discrete']);
  // 64 * 1/4 * 3/4 for the text; E over levels of the product of two independent ones.
  const [mean, product] = [6 + (7 / 3) * 1.5, 7 * 3.5 - (49 / 9) * 2.25];
  expect(indices?.mean).toBeCloseTo(mean, 8);
  expect(indices?.variance).toBeCloseTo(12 + product, 8);
  expect(indices?.first[0]?.value).toBeCloseTo(12 / (12 + product), 8);
  expect(indices?.total[0]?.value).toBeCloseTo(12 / (12 + product), 8);
});

it('leaves out rows whose inputs their distributions don’t have, and is absent where nothing is left', () => {
  const distribution: InputDistribution = {
    kind: 'generator',
    generator: 'LogNormal',
    settings: { mu: 0, sigma: 1 },
  };
  const x = Float64Array.of(-1, 0.5, 1, 2, 3, 4, NaN);
  const found = polynomialChaos(
    [x],
    [distribution],
    x.map((value) => Math.log(value) + 1),
  );
  expect(found?.count).toBe(5);
  expect(found?.terms.map(({ degrees }) => degrees[0])).toEqual([0, 1]);
  expect(
    polynomialChaos(
      [x],
      [distribution],
      x.map(() => 4),
    ),
  ).toBeUndefined();
  expect(polynomialChaos([x.map(() => -1)], [distribution], x)).toBeUndefined();
  expect(polynomialChaos([x], [distribution], x, { degree: 7 })).toBeUndefined();
});

it('probabilities of levels come from the expansion where no run reached them', () => {
  const distributions: readonly InputDistribution[] = [0, 1].map(() => ({
    kind: 'generator',
    generator: 'Normal',
    settings: { mean: 0, stddev: 1 },
  }));
  const x = sample(distributions, 40);
  const y = Float64Array.from(
    { length: 40 },
    (_, row) => (Number(x[0]?.[row]) + Number(x[1]?.[row])) / Math.SQRT2,
  );
  const found = polynomialChaos(x, distributions, y);
  const inputs = distributions.map((distribution, j) => ({ name: `x${j}`, distribution }));
  const levels = found
    ? chaosLevels(found, inputs, [3, 0], { seed: 1, confidence: 0.95, runs: y }).levels
    : [];
  expect((levels[0]?.exceedance ?? 0) / 1.3498980316e-3).toBeCloseTo(1, 1);
  expect(levels[1]?.probability).toBeCloseTo(0.5, 3);
});

describe('tail probabilities of a response that is linear in', () => {
  const sources: Readonly<Record<string, InputDistribution>> = Object.fromEntries(
    (
      [
        ['Gumbel', { location: 10, scale: 2 }],
        ['Exponential', { scale: 1 }],
        ['Weibull', { shape: 0.7, scale: 1 }],
        ['Normal', { mean: 0, stddev: 1, minvalue: -5 }],
        ['LogNormal', { mu: 0, sigma: 0.5, minvalue: 0.5 }],
        ['Triangular', { minvalue: 0, mode: 1, maxvalue: 4 }],
      ] as const
    ).map(([generator, settings]) => [generator, { kind: 'generator', generator, settings }]),
  );

  it.each(Object.entries(sources))('a %s variable are those of the variable', (_, source) => {
    if (source.kind !== 'generator') return expect.unreachable();
    const x = sample([source], 100);
    const y = Float64Array.from(x[0] ?? [], (value) => 3 * Number(value) - 2);
    const found = polynomialChaos(x, [source], y);
    const { quantile } = createDistribution(source.generator, source.settings);
    const asked = [0.5, 0.001, 0.999].map((p) => 3 * quantile(p) - 2);
    const given = found && levelsOf(found, source, asked, y);
    expect(given?.levels.map(({ response }) => response)).toEqual(asked);
    expect(given?.levels[0]?.probability).toBeCloseTo(0.5, 3);
    expect((given?.levels[1]?.probability ?? 0) / 1e-3).toBeCloseTo(1, 1);
    expect((given?.levels[2]?.exceedance ?? 0) / 1e-3).toBeCloseTo(1, 1);
  });

  it('are left out, with the reason, where the fit’s errors leave them open or the runs contradict', () => {
    const source = sources['Gumbel'];
    if (!source) return expect.unreachable();
    const x = sample([source], 60);
    const y = Float64Array.from(x[0] ?? [], (value) => Math.sin(3 * Number(value)) * Number(value));
    const rough = polynomialChaos(x, [source], y);
    const open = rough && levelsOf(rough, source, [25], y);
    expect(open?.levels).toEqual([]);
    expect(open?.leftOut).toMatchObject([{ response: 25 }]);
    expect(open?.leftOut[0]?.reason).toMatch(/runs are there|leave the probability/u);
    const exact = polynomialChaos(x, [source], x[0] as Float64Array);
    const shifted = (x[0] as Float64Array).map((value) => value + 4);
    const contradicted = exact && levelsOf(exact, source, [12], shifted);
    expect(contradicted?.levels).toEqual([]);
    expect(contradicted?.leftOut[0]?.reason).toMatch(
      /^the expansion has a probability of 0\.69\d below 12\.00, \d+ of 60 runs are there$/u,
    );
    const rare = exact && levelsOf(exact, source, [60], x[0] as Float64Array);
    expect(rare?.leftOut[0]?.reason).toMatch(/fewer than 30 of 131072 points/u);
  });

  const levelsOf = (
    chaos: PolynomialChaos,
    distribution: InputDistribution,
    asked: readonly number[],
    runs: Float64Array,
  ) =>
    chaosLevels(chaos, [{ name: 'x', distribution }], asked, { seed: 1, confidence: 0.95, runs });
});

it('intervals of indices hold the truth, and the variance that isn’t predicted', () => {
  const distributions = [angle, angle, angle];
  let outside = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    const x = sample(distributions, 40, seed);
    const found = polynomialChaos(x, distributions, ishigami(x));
    const indices = found && chaosIndices(found, { resamples: 100, confidence: 0.95, seed });
    const isOutside = (value: number, index: ChaosIndex | undefined): boolean =>
      !(value >= (index?.interval?.[0] ?? 9) && value <= (index?.interval?.[1] ?? -9));
    if (first.some((value, j) => isOutside(value, indices?.first[j]))) outside += 1;
    else if (total.some((value, j) => isOutside(value, indices?.total[j]))) outside += 1;
  }
  expect(outside).toBeLessThanOrEqual(3);
});

it('the flood problem has its first order of the roughness, within its interval', () => {
  const generator = (name: GeneratorName, settings: Record<string, number>): InputDistribution => ({
    kind: 'generator',
    generator: name,
    settings,
  });
  const triangular = (minvalue: number, mode: number, maxvalue: number): InputDistribution =>
    generator('Triangular', { minvalue, mode, maxvalue });
  // B. Iooss, P. Lemaitre (2015), doi:10.1007/978-1-4899-7547-8_5: flow, Strickler's Ks, levels, dike, bank, length, breadth.
  const distributions = [
    generator('Gumbel', { location: 1013, scale: 558, minvalue: 500, maxvalue: 3000 }),
    generator('Normal', { mean: 30, stddev: 8, minvalue: 15 }),
    triangular(49, 50, 51),
    triangular(54, 55, 56),
    generator('Uniform', { minvalue: 7, maxvalue: 9 }),
    triangular(55, 55.5, 56),
    triangular(4990, 5000, 5010),
    triangular(295, 300, 305),
  ];
  const x = sample(distributions, 400);
  const overflow = Float64Array.from({ length: 400 }, (_, row) => {
    const [q = 0, ks = 0, zv = 0, zm = 0, hd = 0, cb = 0, l = 0, b = 0] = x.map((column) =>
      Number(column[row]),
    );
    return zv + (q / (b * ks * Math.sqrt((zm - zv) / l))) ** 0.6 - hd - cb;
  });
  const found = polynomialChaos(x, distributions, overflow);
  const indices = found && chaosIndices(found, { resamples: 100, confidence: 0.95, seed: 1 });
  const roughness = indices?.first[1];
  // From 2 million points with the mean over Ks in closed form: 0.1337.
  expect(Math.abs((roughness?.value ?? 9) - 0.1337)).toBeLessThan(0.003);
  expect(roughness?.interval?.[0]).toBeLessThan(0.1337);
  expect(roughness?.interval?.[1]).toBeGreaterThan(0.1337);
  expect(indices?.mean).toBeCloseTo(-10.943, 2);
});

it('a hyperbolic set holds each product of degrees within the norm once, the constant first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(0.5, 0.75, 1),
      (highest, degree, q) => {
        const set = hyperbolicSet(highest, degree, q, 10_000) ?? [];
        const norm = (index: readonly number[]): number =>
          index.reduce((sum, own) => sum + own ** q, 0) ** (1 / q);
        const all = highest.reduce<number[][]>(
          (found, most) =>
            found.flatMap((index) => Array.from({ length: most + 1 }, (_, own) => [...index, own])),
          [[]],
        );
        const wanted = all.filter((index) => norm(index) <= degree * (1 + 1e-9));
        expect(set[0]?.every((own) => own === 0)).toBe(true);
        expect(new Set(set.map(String))).toEqual(new Set(wanted.map(String)));
        expect(set).toHaveLength(wanted.length);
      },
    ),
    { seed: 12, numRuns: 60 },
  );
  expect(hyperbolicSet([9, 9, 9], 9, 1, 100)).toBeUndefined();
});
