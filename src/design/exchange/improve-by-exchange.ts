import type { Stream } from '../../distributions/index.ts';
import type { ExchangeCriterion } from './exchange-criterion.ts';

/**
 * Simulated annealing over exchanges of two values in a column, so that every column keeps its values. The temperature starts at the
 * typical change of an exchange and falls by a factor of 10,000.
 * @param trials exchanges looked at
 * @see M. D. Morris, T. J. Mitchell (1995), doi:10.1016/0378-3758(94)00035-T
 */
export function improveByExchange(
  criterion: ExchangeCriterion,
  size: { readonly rows: number; readonly columns: number },
  trials: number,
  stream: Stream,
): void {
  const { rows, columns } = size;
  const numbers = new Float64Array(4 * 256);
  let temperature = 0;
  const probes = Math.min(100, trials);
  for (let trial = 0; trial < trials; trial += 1) {
    const place = (trial % 256) * 4;
    if (place === 0) stream.fill(numbers, 4 * trial);
    const pick = (index: number, count: number): number =>
      Math.floor((numbers[place + index] ?? 0) * count);
    const a = pick(0, rows);
    const b = (a + 1 + pick(1, rows - 1)) % rows;
    const change = criterion.change(a, b, pick(2, columns));
    if (trial < probes) {
      temperature += Math.abs(change) / probes / 2;
      continue;
    }
    const cooled = temperature * 1e-4 ** (trial / trials);
    if (change < 0 || (numbers[place + 3] ?? 1) < Math.exp(-change / cooled)) criterion.accept();
  }
}
