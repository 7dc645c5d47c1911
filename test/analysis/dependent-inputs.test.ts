/** Shares of the variance by inputs that depend on each other aren't called good. */
import { describe, expect, it } from 'vitest';
import { summariseStudy, type StudyStructure, type StudyTable } from '../../src/analysis/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';

const n = 600;
const draw = (name: string): Float64Array => {
  const column = new Float64Array(n);
  createStream(11, name).fill(column, 0);
  return column.map(normalQuantile);
};

function tableOf(inputs: Readonly<Record<string, Float64Array>>, y: Float64Array): StudyTable {
  return {
    accepted: Array.from(y, () => true),
    columns: [
      ...Object.entries(inputs).map(([name, values]) => ({ name, role: 'input' as const, values })),
      { name: 'y', role: 'output', values: y },
    ],
  };
}

function firstOrder(table: StudyTable, structure?: StudyStructure) {
  const found = summariseStudy(table, structure).estimators.find(
    ({ estimator }) => estimator === 'firstOrder',
  );
  if (found === undefined) throw new Error('Expected a verdict on first-order indices');
  return found;
}

const [a, own, c] = [draw('a'), draw('b'), draw('c')];
const correlated = a.map((x, row) => 0.9 * x + Math.sqrt(0.19) * (own[row] ?? 0));
const sum = (x: Float64Array, y: Float64Array) => x.map((value, row) => value + (y[row] ?? 0));
const structure: StudyStructure = {
  ...{ method: 'monte-carlo', options: {}, seed: 5, variables: ['a', 'b'] },
};

it('of a design that makes inputs depend on each other', () => {
  const { trust, reasons } = firstOrder(tableOf({ a, b: correlated }, sum(a, correlated)), {
    ...structure,
    dependence: 'design.correlation',
  });
  expect(trust).toBe('limited');
  expect(reasons).toContainEqual(
    expect.stringMatching(/^design\.correlation makes the inputs depend on each other: .*add up/u),
  );
});

it('of a table whose rows show it', () => {
  const table = tableOf({ a, b: correlated, c }, sum(a, correlated));
  for (const known of [undefined, { ...structure, method: 'table' } as const]) {
    const { trust, reasons } = firstOrder(table, known);
    expect(trust).toBe('limited');
    expect(reasons).toContainEqual(
      expect.stringMatching(
        /^a and b go together in the rows \(correlation of ranks 0\.[89]\d\):/u,
      ),
    );
    expect(reasons.join()).not.toMatch(/\bc\b go together|and c go/u);
  }
});

it('are good of independent ones', () => {
  for (const known of [undefined, structure]) {
    const { trust, reasons } = firstOrder(tableOf({ a, b: own, c }, sum(a, own)), known);
    expect([trust, reasons]).toEqual(['good', []]);
  }
});

describe('what is advised for wide intervals', () => {
  const few = (column: Float64Array): Float64Array => column.slice(0, 60);
  const y = few(sum(a, own)).map((value, row) => value + 3 * (c[row] ?? 0));
  const reasonsOf = (known: StudyStructure | undefined, b: Float64Array): string =>
    firstOrder(tableOf({ a: few(a), b: few(b) }, y), known).reasons.join('\n');

  it('is a polynomial chaos or Saltelli blocks of independent inputs', () => {
    expect(reasonsOf(structure, own)).toMatch(
      /, a polynomial chaos or Saltelli blocks often fewer/u,
    );
  });

  it.each([
    ['a correlation', 'design.correlation'],
    ['a region', 'design.where'],
  ])('is neither where %s makes them depend on each other', (_, dependence) => {
    expect(reasonsOf({ ...structure, dependence }, own)).toMatch(
      /runs make it ± 0\.1; a polynomial chaos or Saltelli blocks, .* of independent inputs only/u,
    );
  });

  it('is neither where the rows show it', () => {
    expect(reasonsOf(undefined, correlated)).toMatch(/of independent inputs only/u);
  });

  it('for rare levels is a polynomial chaos only where it has levels', () => {
    const settings = { levels: { y: { response: [8] } } };
    const levelsOf = (known: StudyStructure): string =>
      summariseStudy(tableOf({ a: few(a), b: few(own) }, y), { ...known, settings })
        .estimators.filter(({ estimator }) => estimator === 'levels')
        .flatMap(({ reasons }) => reasons)
        .join('\n');
    expect(levelsOf(structure)).toMatch(/; more runs, or the levels of the polynomial chaos/u);
    expect(levelsOf({ ...structure, dependence: 'design.correlation' })).toMatch(
      /; take more runs, as there is no polynomial chaos with levels/u,
    );
  });
});
