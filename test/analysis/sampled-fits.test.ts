/** Fits of many runs are made of a sample, and whoever shows them says so. */
import { expect, it } from 'vitest';
import { summariseStudy, type StudyStructure, type StudyTable } from '../../src/analysis/index.ts';
import { createStream } from '../../src/distributions/index.ts';

const structure: StudyStructure = {
  method: 'monte-carlo',
  options: {},
  seed: 1,
  variables: ['a', 'b'],
  distributions: Object.fromEntries(
    ['a', 'b'].map((name) => [
      name,
      { kind: 'generator', generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
    ]),
  ),
};

function tableOf(rows: number): StudyTable {
  const [a, b] = ['a', 'b'].map((name) => {
    const stream = createStream(3, name);
    return Float64Array.from({ length: rows }, (_, row) => stream.uniform(row));
  });
  if (!a || !b) throw new Error('two columns');
  return {
    accepted: new Uint8Array(rows).fill(1),
    columns: [
      { name: 'a', role: 'input', values: a },
      { name: 'b', role: 'input', values: b },
      { name: 'y', role: 'output', values: a.map((x, row) => x + 2 * (b[row] ?? 0) * x) },
    ],
  };
}

it('above 8,192 runs the surface and the polynomial chaos say of how many runs they are; all else is of all', () => {
  const found = summariseStudy(tableOf(9000), structure);
  const sample = { rows: 8192, of: 9000 };
  expect(found.polynomialChaos?.[0]).toMatchObject({ runs: 8192, sample });
  expect(found.polynomialChaos?.[0]?.q2).toBeCloseTo(1, 9);
  expect(found.sensitivity[0]?.quadratic).toMatchObject({ sample });
  expect(found.sensitivity[0]?.quadratic?.q2).toBeCloseTo(1, 9);
  const stated = found.estimators.filter((one) => one.sample !== undefined);
  expect(stated.map(({ estimator }) => estimator)).toEqual(['quadratic', 'polynomialChaos']);
  expect(stated.map((one) => one.sample)).toEqual([sample, sample]);
  expect(stated.map(({ used, planned }) => [used, planned])).toEqual([
    [9000, 9000],
    [9000, 9000],
  ]);
  expect(found.moments['y']?.count).toBe(9000);
});

it('8,192 runs are all used, and no sample is told', () => {
  const found = summariseStudy(tableOf(8192), structure);
  expect(JSON.stringify(found)).not.toContain('"sample"');
  expect(found.polynomialChaos?.[0]?.runs).toBe(8192);
});
