/** What else than their own effect stands in the coefficients of main effects, where interactions aren't in the model. */
import { leastSquares } from './least-squares.ts';

/** A share of an interaction that stands in a main effect. */
export interface PartialAlias {
  /** Two places in the list of factors. */
  readonly factors: readonly number[];
  /** The main effect holds its own and this share of the interaction's; 1 and -1 of one that the runs can't tell from it at all. */
  readonly share: number;
}

/** Smaller shares are rounding. */
const smallestShare = 1e-6;

/**
 * The alias matrix of main effects.
 * @param nuisance columns of the model that are no factor, the constant among them
 * @param interactions columns that aren't in the model
 * @returns by main effect, the largest first; none where the main effects can't be told apart
 * @see G. E. P. Box, K. B. Wilson (1951), doi:10.1111/j.2517-6161.1951.tb00067.x
 */
export function partialAliases(
  mains: readonly Float64Array[],
  nuisance: readonly Float64Array[],
  interactions: readonly { readonly factors: readonly number[]; readonly column: Float64Array }[],
): readonly (readonly PartialAlias[])[] {
  const found: PartialAlias[][] = mains.map(() => []);
  for (const { factors, column } of interactions) {
    const fit = leastSquares([...nuisance, ...mains], column);
    found.forEach((own, main) => {
      const share = fit?.coefficients[nuisance.length + main] ?? 0;
      if (Math.abs(share) > smallestShare) own.push({ factors, share });
    });
  }
  return found.map((own) => own.sort((a, b) => Math.abs(b.share) - Math.abs(a.share)));
}
