import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDesign, extendDesign, type DesignSpec } from '../../src/design/index.ts';
import { createUnitDesign, rowsOf, unitSpec } from './unit-design.ts';

/** The slices that the rows of a column stand in, ascending. */
const slices = (rows: number[][], column: number, count: number): number[] =>
  rows.map((row) => Math.floor((row[column] ?? 0) * count)).sort((a, b) => a - b);
const eachOnce = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a design whose row i is made alone goes on as if it had been larger', () => {
  it.each<[DesignSpec['method'], Partial<DesignSpec>, Partial<DesignSpec>, number]>([
    ['monte-carlo', { runs: 30 }, { runs: 47 }, 17],
    ['halton', { runs: 30 }, { runs: 47 }, 17],
    ['halton', { runs: 30, options: { scramble: 'none' } }, { runs: 31 }, 1],
    ['sobol', { runs: 32 }, { runs: 128 }, 96],
    ['saltelli', { options: { baseSamples: 16 } }, { options: { baseSamples: 32 } }, 80],
    ['morris', { options: { trajectories: 5 } }, { options: { trajectories: 7 } }, 8],
  ])('%s %j', (method, small, large, add) => {
    const further = extendDesign(unitSpec(method, 3, small), { steps: [], add });
    const all = createDesign({
      ...unitSpec(method, 3, large),
      ...(method === 'halton' ? { options: { ...small.options } } : {}),
    });
    expect(rowsOf(further)).toEqual(rowsOf(all).slice(-add));
  });

  it('monte-carlo with a copula keeps its rank correlation and its numbers', () => {
    const options = { correlation: [['x0', 'x1', 0.7]] };
    const further = extendDesign(unitSpec('monte-carlo', 2, { runs: 50, options }), {
      steps: [10],
      add: 40,
    });
    const all = createUnitDesign('monte-carlo', 2, { runs: 100, options });
    expect(rowsOf(further)).toEqual(rowsOf(all).slice(60));
  });
});

describe('a Latin hypercube that grows', () => {
  it('is Latin as a whole, and in each further block, step after step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.constantFrom({}, { centered: true }, { criterion: 'cd2', iterations: 50 }),
        (runs, factors, seed, options) => {
          const spec = unitSpec('latin-hypercube', 3, { runs, seed, options });
          const rows = rowsOf(createDesign(spec));
          const steps: number[] = [];
          for (const factor of factors) {
            const before = rows.length;
            const add = (factor - 1) * before;
            const further = rowsOf(extendDesign(spec, { steps, add }));
            rows.push(...further);
            steps.push(add);
            for (const column of [0, 1, 2]) {
              expect(slices(rows, column, rows.length)).toEqual(eachOnce(rows.length));
              for (let block = 0; block < add; block += before) {
                const own = further.slice(block, block + before);
                expect(slices(own, column, before)).toEqual(eachOnce(before));
              }
            }
          }
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  it('keeps the rank correlation in its further rows', () => {
    const options = { correlation: [['x0', 'x1', -0.6]] };
    const spec = unitSpec('latin-hypercube', 2, { runs: 100, options });
    const rows = rowsOf(extendDesign(spec, { steps: [], add: 300 }));
    const mean = (column: number): number =>
      rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length;
    const moment = (a: number, b: number): number =>
      rows.reduce((sum, row) => sum + ((row[a] ?? 0) - mean(a)) * ((row[b] ?? 0) - mean(b)), 0);
    expect(moment(0, 1) / Math.sqrt(moment(0, 0) * moment(1, 1))).toBeCloseTo(-0.6, 1);
    expect(slices([...rowsOf(createDesign(spec)), ...rows], 1, 400)).toEqual(eachOnce(400));
  });

  it('makes any block of further rows alone', () => {
    const further = extendDesign(unitSpec('latin-hypercube', 2, { runs: 8 }), {
      steps: [],
      add: 24,
    });
    const [, second] = further.block(5, 11);
    expect(Array.from(second ?? [])).toEqual(
      rowsOf(further)
        .slice(5, 16)
        .map((row) => row[1]),
    );
  });
});

it('begins after the points that stood in for refused ones', () => {
  const spec = unitSpec('monte-carlo', 1, { runs: 10 });
  const further = extendDesign(spec, { steps: [], add: 5, used: 17 });
  expect(rowsOf(further)).toEqual(
    rowsOf(createUnitDesign('monte-carlo', 1, { runs: 22 })).slice(17),
  );
});

it.each<[string, DesignSpec, number, string, string]>([
  ['sobol', unitSpec('sobol', 2, { runs: 64 }), 50, 'doubles them again), got 50', 'nearest: 64'],
  ['sobol', unitSpec('sobol', 2, { runs: 64 }), 100, 'got 100', 'nearest: 64 or 192'],
  [
    'latin-hypercube',
    unitSpec('latin-hypercube', 2, { runs: 20 }),
    30,
    'a multiple of the 20 rows',
    'nearest: 20 or 40',
  ],
  [
    'morris',
    unitSpec('morris', 3, { options: { trajectories: 4 } }),
    3,
    'a multiple of 4',
    'nearest: 4',
  ],
  [
    'saltelli',
    unitSpec('saltelli', 2, { options: { baseSamples: 8, secondOrder: true } }),
    12,
    'got 12',
    'nearest: 48',
  ],
  [
    'monte-carlo',
    unitSpec('monte-carlo', 2, { runs: 5 }),
    0,
    'a whole number of at least 1',
    '100',
  ],
  ['box-behnken', unitSpec('box-behnken', 3, {}), 5, "can't grow", 'monte-carlo'],
  ['table', unitSpec('table', 1, {}), 5, "can't grow", 'add rows to the file'],
])('refuses further rows that %s cannot add', (_, spec, add, message, hint) => {
  let caught: unknown;
  try {
    extendDesign(spec, { steps: [], add });
  } catch (error) {
    caught = error;
  }
  expect(caught).toMatchObject({ code: 'DESIGN_GROWTH' });
  expect(String(caught)).toContain(message);
  expect((caught as { hint: string }).hint).toContain(hint);
});

describe('a variable that is added at the end', () => {
  it.each<[DesignSpec['method'], Partial<DesignSpec>]>([
    ['monte-carlo', { runs: 20 }],
    ['latin-hypercube', { runs: 20 }],
    ['sobol', { runs: 16 }],
    ['halton', { runs: 20 }],
    ['orthogonal-array', { options: { levels: 5, place: 'latin' } }],
  ])('leaves the numbers of the others in %s', (method, given) => {
    const few = rowsOf(createDesign(unitSpec(method, 3, given)));
    const more = rowsOf(createDesign(unitSpec(method, 4, given)));
    expect(more.map((row) => row.slice(0, 3))).toEqual(few);
  });
});
