import { describe, expect, it } from 'vitest';
import { findEqualRows } from '../../src/study/find-equal-rows.ts';
import type { RowSource } from '../../src/study/row-source.ts';

/** Rows of two columns, which tells how often whole rows were made. */
function source(first: Float64Array, second: Float64Array): RowSource & { made: () => number } {
  let made = 0;
  const columns = [first, second];
  return {
    rowCount: first.length,
    block: (start, count) => {
      made += count;
      return columns.map((column) => column.slice(start, start + count));
    },
    column: (index, start, count) => columns[index]?.slice(start, start + count),
    made: () => made,
  };
}

const count = 20_000;
const distinct = Float64Array.from({ length: count }, (_, row) => Math.sin(row));
const coarse = Float64Array.from({ length: count }, (_, row) => row % 7);

describe('findEqualRows', () => {
  it('makes a single column where its values already tell all rows apart', () => {
    const rows = source(coarse, distinct);
    expect(findEqualRows(rows)).toBeUndefined();
    expect(rows.made()).toBeLessThan(count);
  });

  it('looks at whole rows where each column has values twice', () => {
    const halves = distinct.map((value, row) => (row < 5000 ? value : (distinct[row - 5000] ?? 0)));
    expect(findEqualRows(source(coarse, halves))).toBeUndefined();
    const twice = halves.with(9000, halves[2] ?? 0);
    const equal = findEqualRows(source(coarse.with(9000, coarse[2] ?? 0), twice));
    expect(equal).toEqual({ first: 2, second: 9000, count: 1 });
  });

  it('sees values that repeat far apart in more rows than it keeps at a time', () => {
    const many = Float64Array.from({ length: 2 ** 21 + 1000 }, (_, row) => Math.sqrt(row));
    const same = new Float64Array(many.length);
    expect(findEqualRows(source(many, same))).toBeUndefined();
    const equal = findEqualRows(source(many.with(many.length - 1, 2), same));
    expect(equal).toEqual({ first: 4, second: many.length - 1, count: 1 });
  });

  it('takes 0 and -0 for one value', () => {
    const rows = source(Float64Array.of(0, 1, -0), Float64Array.of(5, 5, 5));
    expect(findEqualRows(rows)).toEqual({ first: 0, second: 2, count: 1 });
  });
});
