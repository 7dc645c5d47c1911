import { expect, it } from 'vitest';
import { createColumnViews, rankScatterOf, scatterOf } from '../../src/analysis/column-views.ts';
import { groupRows } from '../../src/analysis/row-groups.ts';
import { regress, regressEach } from '../../src/analysis/regression.ts';
import { createStream } from '../../src/distributions/index.ts';

const column = (name: string, rows = 50) => {
  const stream = createStream(8, name);
  return Float64Array.from({ length: rows }, (_, row) => stream.uniform(row));
};

it('what follows from a column is made once a column, and apart for each kind', () => {
  const views = createColumnViews();
  let made = 0;
  const count = (values: Float64Array): number => (made += 1) + values.length;
  const [x, y] = [column('x'), column('y')];
  expect([views.once(count, x), views.once(count, x), views.once(count, y)]).toEqual([51, 51, 52]);
  expect(made).toBe(2);
  expect(views.once(scatterOf, x)).toBe(views.once(scatterOf, x));
  expect(views.once(rankScatterOf, x)).not.toEqual(views.once(scatterOf, x));
});

it('regressions of several responses are those of each by itself, also where one lacks values', () => {
  const inputs = [column('a'), column('b')];
  const whole = column('c');
  const gaps = column('d').map((value, row) => (row % 7 === 0 ? NaN : value));
  for (const ranked of [false, true]) {
    const each = [whole, gaps, whole].map((one) => regress(inputs, one, { ranked }));
    expect(regressEach(inputs, [whole, gaps, whole], { ranked })).toEqual(each);
  }
});

it('rows are grouped by value: numbers and texts apart, zeros alike, missing ones alike', () => {
  const mixed = [1, '1', 1, 'a', NaN, Infinity, 0, -0, 'a'];
  const { of, sizes } = groupRows([mixed, mixed.map(() => 'same')], mixed.length);
  expect(Array.from(of)).toEqual([0, 1, 0, 2, 3, 3, 4, 4, 2]);
  expect(Array.from(sizes)).toEqual([2, 1, 2, 2, 2]);
  const many = Float64Array.from({ length: 5000 }, (_, row) => (row * row) % 1013);
  const numbers = new Map<number, number>();
  const known = Array.from(many, (value) => {
    const own = numbers.get(value) ?? numbers.size;
    numbers.set(value, own);
    return own;
  });
  expect(Array.from(groupRows([many], 5000).of)).toEqual(known);
});
