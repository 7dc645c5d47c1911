import type { Stream } from '../../distributions/index.ts';
import { createInformation, dot, type Information } from './information.ts';
import type { CandidateFactor, Model } from './model-terms.ts';

/** Rows of an optimal design, each the numbers of the factors' candidates. */
export type CandidateRows = readonly Uint16Array[];

/** What is searched. */
export interface Search {
  readonly model: Model;
  readonly factors: readonly CandidateFactor[];
  /** Rows that are there already and stay. */
  readonly fixed: CandidateRows;
  /** Rows to be found. */
  readonly rows: number;
  /** Random beginnings, of which the best end is taken. */
  readonly starts: number;
  readonly stream: Stream;
}

/** Keeps the matrix invertible while rows are missing; far below what a row adds. */
const ridge = 1e-6;
const mostPasses = 100;

/**
 * Rows that make det(X'X) large together with the fixed ones: from random rows, each coordinate in turn becomes the candidate that
 * raises the determinant most, until none does.
 * @see R. K. Meyer, C. J. Nachtsheim (1995), doi:10.1080/00401706.1995.10485889
 */
export function exchangeCoordinates(search: Search): CandidateRows {
  let best: { readonly rows: CandidateRows; readonly value: number } | undefined;
  for (let start = 0; start < search.starts; start += 1) {
    const rows = randomRows(search, start);
    const value = climb(search, rows);
    if (!best || value > best.value + 1e-9) best = { rows, value };
  }
  return best?.rows ?? [];
}

/** Natural logarithm of det(X'X) of all rows; below about -10 a term for models that the rows can't tell apart. */
export function logDeterminantOf({ model }: Pick<Search, 'model'>, rows: CandidateRows): number {
  return informationOf(model, rows, 1e-12).logDeterminant();
}

function informationOf(model: Model, rows: CandidateRows, size: number): Information {
  const information = createInformation(model.termCount, size);
  const terms = new Float64Array(model.termCount);
  for (const row of rows) {
    model.expand(row, terms);
    information.update(terms, 1);
  }
  return information;
}

function randomRows({ factors, rows, stream }: Search, start: number): Uint16Array[] {
  return Array.from({ length: rows }, (_, row) =>
    Uint16Array.from(factors, ({ contrasts }, factor) => {
      const counter = (start * rows + row) * factors.length + factor;
      return Math.floor(stream.uniform(counter) * contrasts.length);
    }),
  );
}

/** Changes `rows` until no coordinate can be bettered. @returns the logarithm of the determinant */
function climb({ model, factors, fixed }: Search, rows: readonly Uint16Array[]): number {
  const { termCount, expand } = model;
  const [old, tried, bestTerms, oldProduct, product] = Array.from(
    { length: 5 },
    () => new Float64Array(termCount),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  let information = informationOf(model, [...fixed, ...rows], ridge);
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let hasChanged = false;
    for (const row of rows) {
      for (const [factor, { contrasts }] of factors.entries()) {
        expand(row, old);
        information.times(old, oldProduct);
        const own = row[factor] ?? 0;
        const leverage = dot(old, oldProduct);
        let [best, gain] = [own, 1e-8];
        for (let candidate = 0; candidate < contrasts.length; candidate += 1) {
          if (candidate === own) continue;
          row[factor] = candidate;
          expand(row, tried);
          information.times(tried, product);
          const fresh = dot(tried, product);
          const change = fresh - leverage + dot(tried, oldProduct) ** 2 - fresh * leverage;
          if (change > gain) {
            [best, gain] = [candidate, change];
            bestTerms.set(tried);
          }
        }
        row[factor] = best;
        if (best === own) continue;
        hasChanged = true;
        information.update(bestTerms, 1);
        information.update(old, -1);
      }
    }
    if (!hasChanged) break;
    // Afresh in each pass, so that rounding doesn't pile up.
    information = informationOf(model, [...fixed, ...rows], ridge);
  }
  return information.logDeterminant();
}
