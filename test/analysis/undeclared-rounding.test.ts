/** Rows that are rounded otherwise than the study says are of other inputs than its own: what is told of them is limited. */
import { expect, it } from 'vitest';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';

const runs = 400;
const even = (shift: number, factor: number): Float64Array =>
  Float64Array.from({ length: runs }, (_, row) => (shift + row * factor) % 1);
const u = even(0.3, 0.7548776662);
const b = even(0.7, 0.569840291);

function momentsOf(round: (value: number) => number, format?: string) {
  const k = u.map((own) => round(1 + 3 * own));
  const uniform = (minvalue: number, maxvalue: number) =>
    ({ kind: 'generator', generator: 'Uniform', settings: { minvalue, maxvalue } }) as const;
  const structure: StudyStructure = {
    ...{ method: 'monte-carlo', options: {}, seed: 1, variables: ['k', 'b'] },
    distributions: { k: uniform(1, 4), b: uniform(0, 1) },
    ...(format === undefined ? {} : { formats: { k: format } }),
  };
  const { estimators } = summariseStudy(
    {
      accepted: Array.from(k, () => true),
      columns: [
        { name: 'k', role: 'input', values: k },
        { name: 'b', role: 'input', values: b },
        { name: 'y', role: 'output', values: k.map((own, row) => own + (b[row] ?? NaN)) },
      ],
    },
    structure,
  );
  const own = estimators.find(({ estimator }) => estimator === 'moments');
  return { trust: own?.trust, reasons: own?.reasons.join() };
}

it('as whole numbers in the study and not in the rows', () => {
  const { trust, reasons } = momentsOf((value) => Math.round(value * 10) / 10, '0');
  expect(trust).toBe('limited');
  expect(reasons).toMatch(/k \(3\d\d of 400 rows have values that its format 0 doesn't give\)/u);
});

it('as whole numbers in the rows and not in the study', () => {
  const { trust, reasons } = momentsOf(Math.round);
  expect(trust).toBe('limited');
  expect(reasons).toContain('k (its rows are rounded to steps of 1.0');
});

it('is none where both are the same, or rounding is no matter', () => {
  expect(momentsOf(Math.round, '0').trust).toBe('good');
  expect(momentsOf((value) => value).trust).toBe('good');
  expect(momentsOf((value) => Math.round(value * 20) / 20).trust).toBe('good');
});
