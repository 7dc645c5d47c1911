/** Shares of the variance by inputs that depend on each other aren't called good. */
import { expect, it } from 'vitest';
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
