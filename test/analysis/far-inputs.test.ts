/** Inputs with a cell that no distribution has: the analysis ends, and says so. */
import { describe, expect, it } from 'vitest';
import { sparseFit } from '../../src/analysis/chaos/sparse-fit.ts';
import type { InputDistribution } from '../../src/analysis/chaos/polynomial-families.ts';
import { summariseStudy } from '../../src/analysis/index.ts';
import { createStream } from '../../src/distributions/index.ts';

const distributions = {
  Normal: { kind: 'generator', generator: 'Normal', settings: { mean: 0, stddev: 1 } },
  Uniform: { kind: 'generator', generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
  Exponential: { kind: 'generator', generator: 'Exponential', settings: { scale: 1 } },
  LogNormal: { kind: 'generator', generator: 'LogNormal', settings: { mu: 0, sigma: 1 } },
  levels: { kind: 'levels', values: [0, 1, 2] },
} as const satisfies Record<string, InputDistribution>;

function chaosWith(far: number, a: InputDistribution, n: number) {
  const x = new Float64Array(n);
  createStream(3, 'x').fill(x, 0);
  if (a.kind === 'levels') x.forEach((_, row) => (x[row] = row % 3));
  const y = x.map((value) => value * value);
  x[1] = far;
  const { estimators, polynomialChaos } = summariseStudy(
    {
      accepted: Array.from(x, () => true),
      columns: [
        { name: 'a', role: 'input', values: x },
        { name: 'y', role: 'output', values: y },
      ],
    },
    {
      ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['a'] },
      distributions: { a },
    },
  );
  const trust = estimators.find(({ estimator }) => estimator === 'polynomialChaos');
  return { chaos: polynomialChaos?.[0], trust, reasons: trust?.reasons.join('; ') ?? '' };
}

describe.each(Object.entries(distributions))('a cell beyond a distribution: %s', (_, a) => {
  it.each([1e100, 1e150, 1e200, 1e308, -1e308])('%d is left out and named', (far) => {
    const { chaos, trust, reasons } = chaosWith(far, a, 40);
    expect(trust?.trust).toBe('limited');
    expect(reasons).toContain('1 runs have values that the distributions of the inputs don’t have');
    expect(chaos?.runs).toBe(39);
  });

  it('leaves no expansion where fewer than 4 runs are left', () => {
    const { chaos, trust, reasons } = chaosWith(1e200, a, 4);
    expect(chaos).toBeUndefined();
    expect(trust?.trust).toBe('none');
    expect(reasons).toContain(
      '1 of 4 runs have values that the distributions of the inputs don’t have, which leaves fewer than 4',
    );
  });
});

it('a subnormal cell is one of the distribution, as 0 is', () => {
  const [own, ofZero] = [5e-324, 0].map((x) => chaosWith(x, distributions.Normal, 40).chaos);
  expect(own?.runs).toBe(40);
  expect(own?.terms).toEqual(ofZero?.terms);
});

it('a fit ends where columns have no finite square', () => {
  const ones = Float64Array.from([1, 1, 1, 1, 1]);
  const y = Float64Array.from([1, -2, 3, -1, 0]);
  const found = sparseFit([ones, Float64Array.from([0, 1e200, 1, 2, 3]).map((x) => x * x)], y, 2);
  expect(found?.chosen).toEqual([0]);
});
