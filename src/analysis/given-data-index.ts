import { centre } from './centre.ts';
import { completeRows } from './complete-rows.ts';

/**
 * First-order Sobol' index of one input from any design: the share of the response's variance between bins of equal count of the input
 * (or between its values, where they are few), corrected for the share that bins would explain by chance.
 * @returns below 0 by chance where the input doesn't matter; undefined below 20 complete rows or for a constant column
 * @see E. Plischke (2012), doi:10.1016/j.ress.2011.12.003; the correction is Kelley's (1935) epsilon squared
 */
export function givenDataIndex(input: Float64Array, response: Float64Array): number | undefined {
  const [own = input, values = response] = completeRows([input, response]);
  return indexOf(own, centre(values).values);
}

function indexOf(input: Float64Array, response: Float64Array): number | undefined {
  const rows = Array.from(input.keys());
  const n = rows.length;
  if (n < 20) return undefined;
  rows.sort((a, b) => (input[a] ?? 0) - (input[b] ?? 0));
  const distinct = new Set(rows.map((row) => input[row])).size;
  if (distinct < 2) return undefined;
  const bins = Math.max(2, Math.min(50, Math.round(Math.cbrt(n) * 1.5)));
  const binOf = new Map<number, number[]>();
  rows.forEach((row, place) => {
    const bin = distinct <= bins ? (input[row] ?? 0) : Math.floor((place * bins) / n);
    const values = binOf.get(bin) ?? [];
    values.push(response[row] ?? NaN);
    binOf.set(bin, values);
  });
  const total = response.reduce((sum, value) => sum + value ** 2, 0);
  if (!(total > 0)) return undefined;
  let within = 0;
  for (const values of binOf.values()) {
    const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const value of values) within += (value - centre) ** 2;
  }
  return 1 - (within / (n - binOf.size)) * ((n - 1) / total);
}
