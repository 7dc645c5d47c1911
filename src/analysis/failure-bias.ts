import { normalCdf } from '../distributions/index.ts';
import { ranks } from './ranks.ts';

/** An input whose values differ between failed and accepted runs. */
export interface FailureBias {
  readonly input: string;
  /** Where the failed runs lie. */
  readonly side: 'low' | 'high';
  /** Probability that a failed run has the larger value than an accepted one; 0.5 = no relation. */
  readonly share: number;
  readonly pValue: number;
}

/**
 * Inputs with which failures go together, by the rank-sum test: statistics over the survivors then describe another population than
 * the design asked for. The level is 1 % over all inputs together.
 * @see H. B. Mann, D. R. Whitney (1947), doi:10.1214/aoms/1177730491
 */
export function failureBias(
  inputs: readonly { readonly name: string; readonly values: Float64Array }[],
  accepted: readonly boolean[],
): readonly FailureBias[] {
  const failed = accepted.filter((isAccepted) => !isAccepted).length;
  const passed = accepted.length - failed;
  if (failed < 3 || passed < 3) return [];
  return inputs.flatMap(({ name, values }) => {
    const ranked = ranks(values);
    const sum = ranked.reduce(
      (total, rank, row) => (accepted[row] === true ? total : total + rank),
      0,
    );
    const mean = ranked.reduce((total, rank) => total + rank, 0) / ranked.length;
    const spread =
      ranked.reduce((total, rank) => total + (rank - mean) ** 2, 0) / (ranked.length - 1);
    const deviation = sum - failed * mean;
    const sigma = Math.sqrt((failed * passed * spread) / ranked.length);
    if (!(sigma > 0)) return [];
    const pValue = 2 * normalCdf(-Math.abs(deviation) / sigma);
    if (pValue > 0.01 / inputs.length) return [];
    const share = (sum - (failed * (failed + 1)) / 2) / (failed * passed);
    return [
      { input: name, side: deviation < 0 ? ('low' as const) : ('high' as const), share, pValue },
    ];
  });
}
