import type { GrowingFit } from '../growing-fit.ts';
import type { ColumnOf } from './choose-fit.ts';
import type { MultiIndex } from './index-set.ts';

/** A fit beside the chosen one, as what it adds to the chosen one's coefficients. */
export interface NeighbourFit {
  /** Place of the input whose powers it has. */
  readonly input: number;
  readonly terms: readonly { readonly degrees: MultiIndex; readonly coefficient: number }[];
}

/** Degrees beyond those of the chosen fit: one more of each parity. */
export const degreesBeyond = 2;

/**
 * Fits of the chosen terms and all powers of one input, up to two degrees beyond those chosen, for each input that brings a new one. On the
 * runs they are as good as the chosen fit; how far they are from it over the whole distributions tells what the runs leave open, most of all in
 * tails where few of them are. A sparse fit may have the fifth power without the third: few runs hardly tell these apart, but in the tail they
 * differ much.
 * @param chosen degrees of the fit's terms, in the order of its columns
 * @param highest degree of each input that the columns have
 */
export function neighbourFits(
  chosen: readonly MultiIndex[],
  highest: readonly number[],
  columnOf: ColumnOf,
  fit: Pick<GrowingFit, 'changeWith'>,
): readonly NeighbourFit[] {
  const known = new Set(chosen.map(String));
  return highest.flatMap((most, input) => {
    const reached = chosen.reduce((top, degrees) => Math.max(top, degrees[input] ?? 0), 0);
    const powers = Array.from({ length: Math.min(most, reached + degreesBeyond) }, (_, k) =>
      highest.map((_other, place) => (place === input ? k + 1 : 0)),
    ).filter((degrees) => !known.has(String(degrees)));
    if (powers.length === 0) return [];
    const changes = fit.changeWith(powers.map(columnOf));
    const terms = [...chosen, ...powers].map((degrees, k) => ({
      degrees,
      coefficient: changes[k] ?? 0,
    }));
    return [{ input, terms }];
  });
}
