/** Rows that go on from each other tell less than independent ones; those that don't are left alone. */
import { describe, expect, it } from 'vitest';
import { chainAmong } from '../../src/analysis/doubts/chain-doubt.ts';
import { chainOfResponse } from '../../src/analysis/doubts/chain-of-response.ts';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';
import { createDesign, type DesignSpec } from '../../src/design/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

function normals(count: number, name: string): Float64Array {
  const values = new Float64Array(count);
  createStream(15, name).fill(values, 0);
  return values.map((u) => normalQuantile(u));
}

/** Values of a standard normal distribution, each correlated with the one before. */
function chain(rho: number, count: number, name: string): Float64Array {
  const values = normals(count, name);
  for (let row = 1; row < count; row += 1)
    values[row] = rho * (values[row - 1] ?? NaN) + Math.sqrt(1 - rho ** 2) * (values[row] ?? NaN);
  return values;
}

type Columns = Readonly<Record<string, Float64Array>>;

/** What is told of results of y = a + b / 2, by estimator. */
function told(
  { a, b, ...others }: Columns,
  method: StudyStructure['method'] = 'table',
  response?: Float64Array,
): Record<string, string> {
  const y = response ?? a?.map((value, row) => value + (b?.[row] ?? 0) / 2) ?? new Float64Array();
  const inputs = Object.entries({ ...(a && { a }), ...(b && { b }), ...others });
  const { estimators } = summariseStudy(
    {
      accepted: Array.from(y, () => true),
      columns: [
        ...inputs.map(([name, values]) => ({ name, values, role: 'input' as const })),
        { name: 'y', role: 'output', values: y },
      ],
    },
    {
      ...{ method, options: {}, seed: 1, variables: [] },
      settings: { confidence: 0.95, levels: { y: { response: [1], probability: [] } } },
    } as unknown as StudyStructure,
  );
  return Object.fromEntries(
    estimators.map(({ estimator, trust, reasons }) => [
      estimator,
      trust === 'good' ? 'good' : reasons.join('; '),
    ]),
  );
}

const reason =
  /a goes on from row to row \(autocorrelation 0\.8\d\), as in a Markov chain: 400 such rows tell about as much as \d\d independent ones/u;

describe('rows of a chain', () => {
  it('make all doubtful that takes rows for independent draws', () => {
    const found = told({ a: chain(0.9, 400, 'a'), b: chain(0.8, 400, 'b') });
    for (const estimator of ['moments', 'levels', 'correlations', 'sensitivity', 'firstOrder'])
      expect(found[estimator], estimator).toMatch(reason);
  });

  it.each([
    [0.8, 100],
    [0.9, 200],
    [0.95, 300],
    [0.99, 1000],
  ])('are seen in each of 40 tables, with %d and %d rows', (rho, rows) => {
    const order = Uint32Array.from({ length: rows }, (_, row) => row);
    const seen = Array.from({ length: 40 }, (_, study) =>
      chainAmong([{ name: 'a', values: chain(rho, rows, `a${study}`) }], order),
    );
    expect(seen.filter(Boolean)).toHaveLength(40);
  });

  it('are seen where a chain stays at a row for some steps', () => {
    const held = chain(0.95, 400, 'a').map((_, row, all) => all[row - (row % 3)] ?? NaN);
    expect(told({ a: held, b: normals(400, 'b') })['moments']).toMatch(
      /a goes on from row to row/u,
    );
  });

  it('are seen beside a counter', () => {
    const step = Float64Array.from({ length: 300 }, (_, row) => row + 1);
    const found = told({ a: chain(0.9, 300, 'a'), b: normals(300, 'b'), step });
    expect(found['moments']).toMatch(/a goes on from row to row/u);
  });

  it('are seen by the response where no input shows them', () => {
    const drift = chain(0.9, 300, 'drift');
    const found = told({ a: normals(300, 'a'), b: normals(300, 'b') }, 'table', drift);
    expect(found['moments']).toMatch(/y goes on from row to row/u);
    expect(told({}, 'table', drift)['moments']).toMatch(/y goes on from row to row/u);
  });

  it('are seen by what the inputs leave of it, where batches of rows share an error', () => {
    const seen = Array.from({ length: 40 }, (_, study) => {
      const [a, b] = ['a', 'b'].map((name) => normals(60, `${name}${study}`)) as [
        Float64Array,
        Float64Array,
      ];
      const [batch, own] = [normals(12, `batch${study}`), normals(60, `own${study}`)];
      const y = a.map((value, row) => {
        const error = (batch[Math.floor(row / 5)] ?? 0) + 0.4 * (own[row] ?? 0);
        return value - (b[row] ?? 0) ** 2 / 2 + 0.7 * error;
      });
      return told({ a, b }, 'table', y)['moments'] ?? '';
    }).filter((reasons) => reasons.includes('goes on from row to row'));
    expect(seen.length).toBeGreaterThan(34);
    expect(seen.join()).toContain('what a regression on the inputs leaves of y goes on');
  });
});

describe('rows of no chain', () => {
  it.each([20, 50, 100, 300, 1000])('of %d rows alarm in fewer than 1 of 100 tables', (rows) => {
    const order = Uint32Array.from({ length: rows }, (_, row) => row);
    const studies = rows > 300 ? 400 : 1000;
    const alarms = Array.from({ length: studies }, (_, study) =>
      chainAmong(
        ['a', 'b', 'c'].map((name) => ({ name, values: normals(rows, `${name}${study}`) })),
        order,
      ),
    ).filter(Boolean);
    expect(alarms.length).toBeLessThan(studies / 100);
  });

  const options: readonly [DesignSpec['method'], Record<string, unknown>, number, number][] = [
    ['latin-hypercube', {}, 100, 12],
    ['sobol', { scramble: 'none' }, 256, 12],
    ['sobol', {}, 64, 12],
    ['halton', { scramble: 'none' }, 500, 8],
    ['halton', {}, 500, 12],
  ];

  it.each(options)('as those of %s %j in a CSV, are left alone', (method, own, rows, inputs) => {
    const source = {
      kind: 'generator',
      generator: 'Normal',
      settings: { mean: 0, stddev: 1 },
    } as const;
    for (let seed = 1; seed <= 20; seed += 1) {
      const design = createDesign({
        ...{ method, seed, runs: rows, options: own },
        variables: Array.from({ length: inputs }, (_, index) => ({ name: `v${index}`, source })),
      });
      const columns = design
        .block(0, design.rowCount)
        .map((one, index) => ({ name: `v${index}`, values: Float64Array.from(one, Number) }));
      const order = Uint32Array.from({ length: rows }, (_, row) => row);
      expect(chainAmong(columns, order)).toBeUndefined();
    }
  });

  it.each(options)('as those of %s %j are left alone in what inputs leave', (method, own, rows) => {
    const source = {
      kind: 'generator',
      generator: 'Uniform',
      settings: { minvalue: -1, maxvalue: 1 },
    } as const;
    for (let seed = 1; seed <= 20; seed += 1) {
      const design = createDesign({
        ...{ method, seed, runs: rows, options: own },
        variables: ['a', 'b', 'c'].map((name) => ({ name, source })),
      });
      const inputs = design
        .block(0, design.rowCount)
        .map((one, index) => ({ name: `v${index}`, values: Float64Array.from(one, Number) }));
      const y = Float64Array.from({ length: rows }, (_, row) =>
        inputs.reduce(
          (sum, { values }, place) => sum + Math.sin((3 + place) * (values[row] ?? 0)),
          0,
        ),
      );
      const order = Uint32Array.from({ length: rows }, (_, row) => row);
      expect(chainOfResponse({ name: 'y', values: y }, inputs, order)).toBeUndefined();
    }
  });

  it('are left alone where somebody sorted them, by an input or by the response', () => {
    const [a, b] = [normals(300, 'a').sort(), normals(300, 'b')];
    expect(told({ a, b })['moments']).toBe('good');
    const both = Array.from(normals(300, 'c'), (value, row) => [value, b[row] ?? 0] as const);
    both.sort(([x, y], [z, w]) => x + y / 2 - z - w / 2);
    const sorted = {
      a: Float64Array.from(both, ([value]) => value),
      b: Float64Array.from(both, ([, value]) => value),
    };
    expect(told(sorted)['moments']).toBe('good');
  });

  it('are those of a design that chose its order', () => {
    const columns = { a: chain(0.9, 300, 'a'), b: chain(0.9, 300, 'b') };
    expect(told(columns, 'sobol')['moments']).not.toMatch(/from row to row/u);
    expect(told(columns, 'monte-carlo')['moments']).toMatch(/from row to row/u);
  });
});
