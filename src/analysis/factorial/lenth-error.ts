import { studentQuantile } from '../../distributions/index.ts';
import { sampleQuantile } from '../quantiles.ts';

/** Error of effects by the effects themselves, most of which do nothing. */
export interface LenthError {
  readonly pseudoStandardError: number;
  /** A larger effect is no chance, 95 % each. */
  readonly marginOfError: number;
  /** A larger one is no chance, 95 % for all of them together. */
  readonly simultaneousMargin: number;
}

/** A pseudo standard error below this part of the largest effect is rounding: the others are 0. */
const rounding = 1e-12;

/**
 * Of all contrasts that independent runs have.
 * @param sizes of effects without sign, ascending
 * @returns undefined for fewer than three, and where all that could tell the error is rounding
 * @see R. V. Lenth (1989), doi:10.1080/00401706.1989.10488595
 */
export function lenthError(sizes: Float64Array): LenthError | undefined {
  const { length } = sizes;
  if (length < 3) return undefined;
  const rough = 1.5 * (sampleQuantile(sizes, 0.5) ?? NaN);
  const small = sizes.filter((size) => size < 2.5 * rough);
  const pseudoStandardError = 1.5 * (sampleQuantile(small, 0.5) ?? 0);
  if (!(pseudoStandardError > rounding * (sizes.at(-1) ?? 0))) return undefined;
  const marginOf = (probability: number): number =>
    studentQuantile(probability, length / 3) * pseudoStandardError;
  return {
    pseudoStandardError,
    marginOfError: marginOf(0.975),
    simultaneousMargin: marginOf((1 + 0.95 ** (1 / length)) / 2),
  };
}
