/** What else than their own effect stands in the coefficients of main effects, where interactions aren't in the model. */
import { createGrowingFit } from '../growing-fit.ts';

/** A share of an interaction that stands in a main effect. */
export interface PartialAlias {
  /** Two places in the list of factors. */
  readonly factors: readonly number[];
  /** The main effect holds its own and this share of the interaction's; 1 and -1 of one that the runs can't tell from it at all. */
  readonly share: number;
}

/** The aliases of one main effect. */
export interface AliasesOfMain {
  readonly count: number;
  /** The largest of them. */
  readonly largest: readonly PartialAlias[];
}

/** Smaller shares, and differences between them, are rounding. */
const smallestShare = 1e-6;

/** How many of a main effect are kept: a hundred factors have thousands. */
const mostKept = 10;

/**
 * The alias matrix of main effects.
 * @param nuisance columns of the model that are no factor, the constant among them
 * @param interactions that aren't in the model
 * @param columnOf the column of one, made when it is needed: all of them are too many
 * @returns by main effect; no aliases where the main effects can't be told apart
 * @see G. E. P. Box, K. B. Wilson (1951), doi:10.1111/j.2517-6161.1951.tb00067.x
 */
export function partialAliases(
  mains: readonly Float64Array[],
  nuisance: readonly Float64Array[],
  interactions: readonly (readonly number[])[],
  columnOf: (factors: readonly number[]) => Float64Array,
): readonly AliasesOfMain[] {
  const model = [...nuisance, ...mains];
  const fit = createGrowingFit(new Float64Array(mains[0]?.length ?? 0));
  const found = mains.map(() => ({ count: 0, largest: [] as PartialAlias[] }));
  if (!model.every((column) => fit.add(column))) return found;
  for (const factors of interactions) {
    const coefficients = fit.coefficients(columnOf(factors));
    found.forEach((own, main) => {
      const share = coefficients[nuisance.length + main] ?? 0;
      if (Math.abs(share) <= smallestShare) return;
      own.count += 1;
      const place = own.largest.findIndex(
        (kept) => Math.abs(kept.share) < Math.abs(share) - smallestShare,
      );
      own.largest.splice(place === -1 ? own.largest.length : place, 0, { factors, share });
      own.largest.splice(mostKept);
    });
  }
  return found;
}
