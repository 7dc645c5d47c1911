import { sortedOrder } from './sorted-order.ts';

/** Ranks from 1; equal values share the average of theirs; NaN stays NaN. */
export function ranks(values: Float64Array): Float64Array {
  return ranksInOrder(values, sortedOrder(values));
}

/** The same, where the order of the values is known. @param order {@link sortedOrder} of them */
export function ranksInOrder(values: Float64Array, order: Uint32Array): Float64Array {
  const result = new Float64Array(values.length).fill(NaN);
  for (let start = 0; start < order.length;) {
    const value = values[order[start] ?? 0];
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === value) end += 1;
    for (let place = start; place < end; place += 1) {
      result[order[place] ?? 0] = (start + 1 + end) / 2;
    }
    start = end;
  }
  return result;
}
