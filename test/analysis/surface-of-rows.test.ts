/** Surfaces of composite designs: who wrote the rows doesn't matter, and what the surface lacks is no noise. */
import { expect, it } from 'vitest';
import { summariseStudy, type StudyStructure, type StudyTable } from '../../src/analysis/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

const alpha = Math.SQRT2;
const corners = [-1, 1].flatMap((a) => [-1, 1].map((b) => [a, b] as const));
const axes = [-alpha, alpha].flatMap((x) => [[x, 0] as const, [0, x] as const]);

/** A central composite of two inputs. @param repeats of the centre */
function composite(repeats: number, response: (a: number, b: number) => number): StudyTable {
  const rows = [...corners, ...axes, ...Array.from({ length: repeats }, () => [0, 0] as const)];
  const noise = new Float64Array(rows.length);
  createStream(3, 'noise').fill(noise, 0);
  const column = (place: 0 | 1): Float64Array => Float64Array.from(rows, (row) => row[place]);
  const y = Float64Array.from(
    rows,
    ([a, b], run) => response(a, b) + 0.05 * normalQuantile(noise[run] ?? 0.5),
  );
  return {
    accepted: rows.map(() => true),
    columns: [
      { name: 'a', role: 'input', values: column(0) },
      { name: 'b', role: 'input', values: column(1) },
      { name: 'y', role: 'output', values: y },
    ],
  };
}

function surfaceTrust(table: StudyTable, method: StudyStructure['method']) {
  const structure = { method, options: {}, seed: 1, variables: ['a', 'b'] };
  const { estimators } = summariseStudy(table, structure);
  return estimators.find(({ estimator }) => estimator === 'quadratic');
}

const quadratic = (a: number, b: number): number => 80 - 2 * (a - 0.2) ** 2 - 3 * (b + 0.1) ** 2;

it('a composite design is worth the same whatever it is called', () => {
  const table = composite(5, quadratic);
  expect(surfaceTrust(table, 'central-composite')).toMatchObject({
    trust: 'limited',
    reasons: [expect.stringMatching(/^13 runs don’t show whether the errors of 6 coefficients/u)],
  });
  expect(surfaceTrust(table, 'table')).toEqual(surfaceTrust(table, 'central-composite'));
});

it('repeats of other rows than the centre are counted as the one row that they are', () => {
  const { accepted, columns } = composite(1, quadratic);
  const twice = {
    accepted: Array.from({ length: 2 * accepted.length }, () => true),
    columns: columns.map(({ values, ...column }, place) => ({
      ...column,
      values: Float64Array.from([
        ...(values as Float64Array),
        ...(values as Float64Array).map((value, row) =>
          place === 2 ? value + 0.03 * (-1) ** row : value,
        ),
      ]),
    })),
  };
  expect(surfaceTrust(twice, 'table')?.reasons).toContain(
    '3 different rows beyond the coefficients measure its error',
  );
});

it('what a surface lacks is told, where repeats of a run show that it is no noise', () => {
  const cubic = composite(5, (a, b) => quadratic(a, b) + 1.2 * a ** 2 * b);
  const found = surfaceTrust(cubic, 'central-composite');
  expect(found?.trust).toBe('limited');
  expect(found?.reasons).toContainEqual(
    expect.stringContaining('further from the surface than repeats do from each other'),
  );
});
