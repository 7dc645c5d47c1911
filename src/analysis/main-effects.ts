import type { Cell } from '../design/cell.ts';
import { centre } from './centre.ts';
import { moments } from './moments.ts';
import { studentTwoSided } from '../distributions/index.ts';
import { completeRows } from './complete-rows.ts';
import { leastSquares } from './least-squares.ts';

/** The response at one level of an input. */
export interface LevelMean {
  readonly level: Cell;
  readonly count: number;
  readonly mean: number;
  readonly standardDeviation?: number;
}

/** Mean response at each level of an input, over whatever the others did; levels in order of appearance. */
export function levelMeans(
  input: Float64Array | readonly Cell[],
  response: Float64Array,
): readonly LevelMean[] {
  const byLevel = new Map<Cell, number[]>();
  for (let row = 0; row < response.length; row += 1) {
    const level = input[row];
    const value = response[row] ?? NaN;
    if (level === undefined || !Number.isFinite(value)) continue;
    const values = byLevel.get(level) ?? [];
    values.push(value);
    byLevel.set(level, values);
  }
  return Array.from(byLevel, ([level, values]) => {
    const found = moments(Float64Array.from(values));
    return {
      level,
      count: values.length,
      mean: found?.mean ?? NaN,
      ...(found?.standardDeviation === undefined
        ? {}
        : { standardDeviation: found.standardDeviation }),
    };
  });
}

/** What a factor, or two together, change in the response between their low and high level. */
export interface FactorialEffect {
  /** One or two places in the list of factors. */
  readonly factors: readonly number[];
  /** Mean at high less mean at low. */
  readonly effect: number;
  readonly standardError?: number;
  /** Probability of an effect at least as large by chance; needs rows beyond the number of terms. */
  readonly pValue?: number;
}

/**
 * Main effects and interactions of two of factors coded -1 .. 1, by regression on the complete rows, so that missing runs don't bias them.
 * @returns undefined where not even the main effects can be told apart; interactions only where all of them can
 */
export function factorialEffects(
  factors: readonly Float64Array[],
  response: Float64Array,
): readonly FactorialEffect[] | undefined {
  const complete = completeRows([...factors, response]);
  const y = complete.at(-1) ?? new Float64Array();
  const { values: target, scale } = centre(y);
  const coded = complete.slice(0, -1);
  const mains = coded.map((_, index) => [index]);
  const pairs = coded.flatMap((_, j) => coded.slice(0, j).map((_unused, i) => [i, j]));
  for (const groups of [[...mains, ...pairs], mains]) {
    const columns = groups.map((places) =>
      y.map((_, row) => places.reduce((p, place) => p * (coded[place]?.[row] ?? 0), 1)),
    );
    const fit = leastSquares([y.map(() => 1), ...columns], target);
    if (!fit) continue;
    return groups.map((places, index) => {
      const effect = 2 * scale * (fit.coefficients[index + 1] ?? NaN);
      if (fit.freedom === 0) return { factors: places, effect };
      const standardError = 2 * scale * (fit.standardErrors[index + 1] ?? NaN);
      const pValue = standardError > 0 ? studentTwoSided(effect / standardError, fit.freedom) : 0;
      return { factors: places, effect, standardError, pValue };
    });
  }
  return undefined;
}
