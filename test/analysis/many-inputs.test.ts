/** Sobol' indices of many inputs: blocks of a sequence are off together, which a bootstrap of them doesn't show. */
import { expect, it } from 'vitest';
import { pickFreezeBlocks } from '../../src/analysis/sobol/pick-freeze.ts';
import { sobolIndices } from '../../src/analysis/sobol/sobol-indices.ts';
import { createDesign } from '../../src/design/index.ts';

const source = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: -0.5, maxvalue: 0.5 },
} as const;

/** Each input alone and with the next; 12 of them have a first index of 0.0375. */
function chainOf(inputs: number, seed: number) {
  const variables = Array.from({ length: inputs }, (_, j) => ({
    name: 'abcdefghijkl'.charAt(j),
    source,
  }));
  const options = { baseSamples: 1024 };
  const design = createDesign({ method: 'saltelli', seed, options, variables });
  const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
  const y = Float64Array.from({ length: design.rowCount }, (_, row) =>
    columns.reduce((sum, values, j) => {
      const x = values[row] ?? NaN;
      return sum + x + 4 * x * (columns[j + 1]?.[row] ?? 0);
    }, 0),
  );
  const blocks = pickFreezeBlocks(y.length, inputs, false);
  if (!blocks) throw new Error('Expected whole blocks');
  return sobolIndices(y, blocks, { resamples: 50, confidence: 0.95, seed });
}

it('have intervals that hold the truth in nine of ten studies, where those by the bootstrap alone miss', () => {
  const all = Array.from({ length: 20 }, (_, seed) => chainOf(12, seed + 1).first);
  const missed = (share: number, j: number): number =>
    all.filter((own) => {
      const { value = NaN, halfWidth = NaN } = own[j] ?? {};
      return !(Math.abs(value - 0.0375) <= share * halfWidth);
    }).length;
  const places = Array.from({ length: 12 }, (_, j) => j);
  expect(Math.max(...places.map((j) => missed(1, j)))).toBeLessThanOrEqual(2);
  expect(Math.max(...places.map((j) => missed(1 / 3, j)))).toBeGreaterThan(2);
});

it('are the bootstrap’s with fewer than five inputs', () => {
  const width = (inputs: number): number => chainOf(inputs, 1).total[0]?.halfWidth ?? NaN;
  expect(width(4)).toBeLessThan(0.1);
  expect(width(5) / width(4)).toBeGreaterThan(2);
});
