import { hyperbolicSet, type MultiIndex } from './index-set.ts';
import { sparseFit, type SparseFit } from './sparse-fit.ts';
import type { RowGroups } from '../row-groups.ts';

/** The product of polynomials of these degrees over the runs. */
export type ColumnOf = (index: MultiIndex) => Float64Array;

/** Multiplications that the choice among one set of terms may cost. */
const mostWork = 1.5e8;

/** A fit with a smaller error, as a share of the variance, isn't looked for. */
export const smallestError = 1e-10;

/** How strongly interactions of high degree are left out of the choice. */
const hyperbolicNorm = 0.75;

/** Highest degree that is tried. */
export const mostDegree = 14;

/** A fit, and the set of products that its terms were chosen from. */
export interface ChosenFit {
  readonly fit: SparseFit;
  readonly set: readonly MultiIndex[];
  readonly degree: number;
}

/** All products up to a total degree. */
export function fullFit(
  highest: readonly number[],
  degree: number,
  columnOf: ColumnOf,
  y: Float64Array,
  groups: RowGroups,
): ChosenFit | undefined {
  const set = hyperbolicSet(
    highest,
    degree,
    1,
    Math.min(y.length - 1, Math.sqrt(mostWork / y.length)),
  );
  const fit = set && sparseFit(set.map(columnOf), y, set.length, { all: true, groups });
  return fit && set ? { fit, set, degree } : undefined;
}

/** Terms that are chosen at most from so many rows. */
export function mostTerms(rows: number): number {
  const affordable = Math.floor(Math.sqrt(mostWork / rows / 4));
  return Math.max(2, Math.min(Math.floor(rows / 2), affordable, 200));
}

/** Degrees from 1 until two in a row bring nothing; each set may hold more candidates than there are rows. */
export function chooseFit(
  highest: readonly number[],
  columnOf: ColumnOf,
  y: Float64Array,
  total: number,
  groups: RowGroups,
): ChosenFit | undefined {
  const n = y.length;
  const most = mostTerms(groups.count);
  let best: ChosenFit | undefined;
  for (let degree = 1, misses = 0; degree <= mostDegree && misses < 2; degree += 1) {
    if (best && best.fit.corrected <= smallestError * total) break;
    const set = hyperbolicSet(highest, degree, hyperbolicNorm, Math.min(1000, mostWork / n / most));
    if (set === undefined || (degree > 1 && set.length === best?.set.length)) break;
    const fit = sparseFit(set.map(columnOf), y, most, { groups });
    if (!fit) break;
    if (best === undefined || fit.corrected < best.fit.corrected)
      [best, misses] = [{ fit, set, degree }, 0];
    else misses += 1;
  }
  return best;
}
