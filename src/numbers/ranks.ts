/** Ranks from 1; equal values share the average of theirs; NaN stays NaN. */
export function ranks(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values.keys())
    .filter((row) => Number.isFinite(values[row]))
    .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
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
