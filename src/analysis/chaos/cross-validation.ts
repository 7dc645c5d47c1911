import { keepGroups, type RowGroups } from '../row-groups.ts';
import { sparseFit } from './sparse-fit.ts';

/** Parts of the rows, each left out once: more of few rows, of which a tenth is missed. */
const foldsOf = (rows: number): number => Math.min(rows, rows < 250 ? 20 : 10);

function pick(column: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let place = 0; place < rows.length; place += 1)
    picked[place] = column[rows[place] ?? 0] ?? NaN;
  return picked;
}

/**
 * Errors of rows that are predicted from all but a tenth or twentieth of the rows, the terms chosen afresh from these: unlike the leave-one-out error of chosen
 * terms, they don't look small because many terms were tried. Rows that repeat each other are left out together.
 * @param candidates the constant first; complete columns as long as y
 * @param mostTerms columns at most, by the number of rows that differ
 * @see G. C. Cawley, N. L. C. Talbot (2010), On over-fitting in model selection, doi:10.5555/1756006.1859921
 */
export function crossValidatedErrors(
  candidates: readonly Float64Array[],
  y: Float64Array,
  mostTerms: (rows: number) => number,
  groups: RowGroups,
): Float64Array {
  const parts = foldsOf(groups.count);
  const errors = new Float64Array(y.length);
  for (let part = 0; part < parts; part += 1) {
    const isKept = (group: number): boolean => group % parts !== part;
    const rows = Uint32Array.from(y.keys());
    const kept = rows.filter((row) => isKept(groups.of[row] ?? 0));
    const own = keepGroups(groups, isKept);
    const fit = sparseFit(
      candidates.map((column) => pick(column, kept)),
      pick(y, kept),
      mostTerms(own.count),
      { groups: own },
    );
    for (const row of rows) {
      if (isKept(groups.of[row] ?? 0)) continue;
      const predicted = fit?.chosen.reduce(
        (sum, place, term) =>
          sum + (fit.coefficients[term] ?? 0) * (candidates[place]?.[row] ?? NaN),
        0,
      );
      errors[row] = (y[row] ?? NaN) - (predicted ?? 0);
    }
  }
  return errors;
}
