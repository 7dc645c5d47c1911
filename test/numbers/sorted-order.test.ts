import { expect, it } from 'vitest';
import { createStream } from '../../src/distributions/index.ts';
import { ranks } from '../../src/numbers/ranks.ts';
import { sortedOrder } from '../../src/numbers/sorted-order.ts';

const compared = (values: Float64Array): Uint32Array =>
  Uint32Array.from(values.keys())
    .filter((row) => Number.isFinite(values[row]))
    .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));

it.each([10, 5000])(
  'orders %i values as comparing them does: ties by place, signs, zeros, sizes',
  (rows) => {
    const stream = createStream(4, 'order');
    const edges = [0, -0, NaN, Infinity, -Infinity, 5e-324, -5e-324, 1.8e308, -1.7e308, 1, 1, -1];
    const values = Float64Array.from({ length: rows }, (_, row) => {
      const u = stream.uniform(row);
      if (u < 0.3) return edges[Math.floor(u * 40)] ?? 2;
      return (u - 0.6) * 10 ** Math.floor(40 * (stream.uniform(rows + row) - 0.5));
    });
    expect(sortedOrder(values)).toEqual(compared(values));
  },
);

it('equal values share the average of their ranks', () => {
  expect(ranks(Float64Array.of(3, NaN, 1, 3))).toEqual(Float64Array.of(2.5, NaN, 1, 2.5));
});
