/** Rows in groups near each other tell less than independent ones; all others are left alone. */
import { describe, expect, it } from 'vitest';
import { nearGroups } from '../../src/analysis/doubts/near-groups.ts';
import { createDesign, type DesignSpec } from '../../src/design/index.ts';
import { createPermutation, createStream, normalQuantile } from '../../src/distributions/index.ts';

function uniforms(count: number, name: string): Float64Array {
  const values = new Float64Array(count);
  createStream(33, name).fill(values, 0);
  return values;
}

const rowsOf = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, row) => row);

/** Groups of rows within a distance of a point, in no order. */
function grouped(rows: number, inputs: number, size: number, width: number, study: number) {
  const place = createPermutation(rows, createStream(study, 'order'));
  return Array.from({ length: inputs }, (_, input) => {
    const points = uniforms(Math.ceil(rows / size), `point${input} ${study}`);
    const moves = uniforms(rows, `move${input} ${study}`);
    const values = Float64Array.from({ length: rows }, (_row, at) => {
      const row = place(at);
      return (points[Math.floor(row / size)] ?? 0) + width * (2 * (moves[row] ?? 0) - 1);
    });
    return { name: `x${input}`, values };
  });
}

describe('rows in groups', () => {
  it.each([
    [100, 2, 5, 0.02],
    [60, 4, 4, 0.05],
    [300, 3, 10, 0.04],
  ])('%d of %d inputs, %d within %d of a point, are seen', (rows, inputs, size, width) => {
    const seen = Array.from({ length: 20 }, (_, study) =>
      nearGroups(grouped(rows, inputs, size, width, study), rowsOf(rows)),
    );
    expect(seen.filter(Boolean).length).toBeGreaterThan(17);
    expect(seen.filter((one) => one?.size === size).length).toBeGreaterThan(15);
  });
});

describe('rows in no groups', () => {
  it.each([
    [40, 2],
    [60, 4],
    [100, 2],
    [100, 8],
    [300, 3],
  ])('%d of %d inputs, also of other shapes, are seldom taken for some', (rows, inputs) => {
    const studies = rows > 100 ? 60 : 200;
    const seen = Array.from({ length: studies }, (_, study) => {
      const shared = uniforms(rows, `shared ${study}`).map(normalQuantile);
      const columns = Array.from({ length: inputs }, (_input, input) => {
        const own = uniforms(rows, `own${input} ${study}`);
        const correlated = own.map((u, row) => normalQuantile(u) + (shared[row] ?? 0));
        return { name: `x${input}`, values: study % 2 === 0 ? own : correlated };
      });
      return nearGroups(columns, rowsOf(rows));
    });
    expect(seen.filter(Boolean).length).toBeLessThan(0.03 * studies);
  });

  const options: readonly [DesignSpec['method'], number, number][] = [
    ['latin-hypercube', 60, 4],
    ['sobol', 64, 5],
    ['halton', 100, 3],
  ];
  it.each(options)('of %s, %d of %d inputs, are left alone', (method, rows, inputs) => {
    const source = {
      kind: 'generator',
      generator: 'Normal',
      settings: { mean: 0, stddev: 1 },
    } as const;
    for (let seed = 1; seed <= 10; seed += 1) {
      const design = createDesign({
        ...{ method, seed, runs: rows, options: {} },
        variables: Array.from({ length: inputs }, (_, index) => ({ name: `v${index}`, source })),
      });
      const columns = design
        .block(0, design.rowCount)
        .map((one, index) => ({ name: `v${index}`, values: Float64Array.from(one, Number) }));
      expect(nearGroups(columns, rowsOf(rows))).toBeUndefined();
    }
  });

  it('of a lattice, whose points lie on shells about each other, are left alone', () => {
    const lattice = [0.7548776662, 0.569840291].map((factor, input) => ({
      name: `x${input}`,
      values: Float64Array.from(rowsOf(400), (row) => (0.3 + row * factor) % 1),
    }));
    expect(nearGroups(lattice, rowsOf(400))).toBeUndefined();
  });
});
