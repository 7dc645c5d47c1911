import { describe, expect, it } from 'vitest';
import { createDesign, type DesignSpec, type DesignVariable } from '../../src/design/index.ts';
import { rowsOf } from './unit-design.ts';

const uniform = (name: string, low: number, high: number): DesignVariable => ({
  name,
  source: { kind: 'generator', generator: 'Uniform', settings: { minvalue: low, maxvalue: high } },
});
const normal = (name: string, mean: number, stddev: number): DesignVariable => ({
  name,
  source: { kind: 'generator', generator: 'Normal', settings: { mean, stddev } },
});
const levels = (name: string, ...values: (string | number)[]): DesignVariable => ({
  name,
  source: { kind: 'levels', values },
});
const square = [uniform('x1', -2, 2), uniform('x2', -2, 2)];
const cantilever = [
  uniform('w', 1, 4),
  uniform('t', 1, 4),
  normal('R', 40000, 2000),
  normal('E', 2.9e7, 1.45e6),
  normal('X', 500, 100),
  normal('Y', 1000, 100),
];

function designOf(method: DesignSpec['method'], variables: DesignVariable[], options: object) {
  return createDesign({ method, seed: 1, variables, options: { ...options } });
}

describe('a vector study', () => {
  it("has the rows of Dakota's example", () => {
    const rows = rowsOf(
      designOf('vector', square, {
        from: { x1: -0.3, x2: 0.2 },
        to: { x1: 1.1, x2: 1.3 },
        steps: 10,
      }),
    );
    expect(rows).toHaveLength(11);
    for (const [row, [x1 = NaN, x2 = NaN]] of rows.entries()) {
      expect(x1).toBeCloseTo(-0.3 + 0.14 * row, 14);
      expect(x2).toBeCloseTo(0.2 + 0.11 * row, 14);
    }
    expect(rows[10]).toEqual([1.1, 1.3]);
  });

  it("ends where Dakota's cantilever study ends", () => {
    const to = { w: 4, t: 4, R: 44000, E: 3.9e7, X: 1000, Y: 2000 };
    const rows = rowsOf(designOf('vector', cantilever, { from: { w: 1, t: 1 }, to, steps: 10 }));
    expect(rows[0]).toEqual([1, 1, 40000, 2.9e7, 500, 1000]);
    const [w = 0, t = 0, R = 0, , X = 0, Y = 0] = rows[10] ?? [];
    expect((600 * Y) / (w * t * t) + (600 * X) / (w * w * t) - R).toBe(-15875);
  });

  it('goes by levels, and leaves alone what `to` does not name', () => {
    const grades = [levels('grade', 'a', 'b', 'c', 'd', 'e'), levels('n', 1, 2, 3), ...square];
    const design = designOf('vector', grades, {
      from: { grade: 'e' },
      to: { grade: 'a' },
      steps: 2,
    });
    expect(design.block(0, 3).slice(0, 3)).toEqual([
      ['e', 'c', 'a'],
      Float64Array.of(2, 2, 2),
      Float64Array.of(0, 0, 0),
    ]);
  });

  it.each([
    [{ to: { x1: 1 } }, 'Expected `steps`', ''],
    [{ steps: 3 }, 'Expected `to`', 'of x1, x2, g'],
    [{ steps: 3, to: { x3: 1 } }, 'a map from variables to values', "`x3` isn't one of x1, x2, g"],
    [{ steps: 3, to: { x1: 'a' } }, 'that of x1 a number', ''],
    [{ steps: 3, to: [1, 2] }, 'a map from variables', 'such as {x1: 1}'],
    [{ steps: 3, to: { g: 'e' } }, 'a divisor of the 4 levels', 'nearest: 2'],
    [{ steps: 2, to: { g: 'z' } }, 'that of g one of its levels', ''],
  ])('refuses %j', (options, message, hint) => {
    let caught: unknown;
    try {
      designOf(
        'vector',
        [...square, { ...levels('g', 'a', 'b', 'c', 'd', 'e'), nominal: 'a' }],
        options,
      );
    } catch (error) {
      caught = error;
    }
    expect(String(caught)).toContain(message);
    expect((caught as { hint?: string }).hint ?? '').toContain(hint);
  });
});

describe('a centered study', () => {
  it("has the nine rows of Dakota's example, in its order", () => {
    const options = { center: { x1: 1, x2: 1 }, step: 0.1, steps: 2 };
    const rows = rowsOf(designOf('centered', square, options)).map((row) =>
      row.map((x) => Number(x.toFixed(12))),
    );
    expect(rows).toEqual([
      [1, 1],
      [0.8, 1],
      [0.9, 1],
      [1.1, 1],
      [1.2, 1],
      [1, 0.8],
      [1, 0.9],
      [1, 1.1],
      [1, 1.2],
    ]);
  });

  it("has run 22 of Dakota's cantilever study", () => {
    const step = { w: 0.1, t: 0.1, R: 10, E: 100, X: 10, Y: 100 };
    const rows = rowsOf(designOf('centered', cantilever, { step, steps: 2 }));
    expect(rows).toHaveLength(25);
    const [w = 0, t = 0, R = 0, E = 0, X = 0, Y = 0] = rows[21] ?? [];
    expect(w * t).toBe(6.25);
    expect((600 * Y) / (w * t * t) + (600 * X) / (w * w * t) - R).toBeCloseTo(9920, 9);
    const bend = Math.hypot(Y / t ** 2, X / w ** 2);
    expect(((4 * 100 ** 3) / (E * w * t)) * bend - 2.2535).toBeCloseTo(1.0776712687, 9);
  });

  it('steps through levels, and refuses to leave them', () => {
    const variables = [levels('n', 10, 20, 30, 40, 50)];
    expect(rowsOf(designOf('centered', variables, { steps: 2 })).flat()).toEqual([
      30, 10, 20, 40, 50,
    ]);
    expect(() => designOf('centered', variables, { steps: 3 })).toThrow(
      'Expected `steps` of design "centered" to be inside the levels of n, which has 2',
    );
    expect(() => designOf('centered', square, { steps: 1 })).toThrow('x1 has none');
  });
});
