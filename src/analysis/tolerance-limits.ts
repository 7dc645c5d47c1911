import { incompleteBeta } from '../distributions/index.ts';
import { wilksSize } from './wilks.ts';

/** Values that bound a share of all possible responses, whatever their distribution, from independent runs. */
export interface ToleranceLimits {
  /** Share of all values that is bounded, and how sure that is. */
  readonly coverage: number;
  readonly confidence: number;
  /** Fewest runs for a limit on one side, and for both together. */
  readonly runsNeeded: { readonly oneSided: number; readonly twoSided: number };
  /** One-sided limits and the place of the run that gives them, counted from the end; absent with too few runs. */
  readonly oneSided?: { readonly order: number; readonly lower: number; readonly upper: number };
  /** Limits that hold together. */
  readonly twoSided?: { readonly order: number; readonly lower: number; readonly upper: number };
}

/**
 * Tolerance limits from order statistics, the innermost that still hold.
 * @param sorted finite values, ascending
 * @param largest where runs share draws of the inputs: the largest value of each draw, while `sorted` has the least ones
 * @see S. S. Wilks (1941), doi:10.1214/aoms/1177731788
 */
export function toleranceLimits(
  sorted: Float64Array,
  coverage: number,
  confidence: number,
  largest = sorted,
): ToleranceLimits {
  const limits = (sides: 1 | 2): ToleranceLimits['oneSided'] => {
    const n = sorted.length;
    const holds = (order: number): boolean =>
      sides * order <= n &&
      incompleteBeta(n - sides * order + 1, sides * order, coverage).upper >= confidence;
    let [low, high] = [0, Math.ceil(n / sides) + 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (holds(middle)) low = middle;
      else high = middle;
    }
    const [lower, upper] = [sorted[low - 1], largest[n - low]];
    return low === 0 || lower === undefined || upper === undefined
      ? undefined
      : { order: low, lower, upper };
  };
  const [oneSided, twoSided] = [limits(1), limits(2)];
  return {
    coverage,
    confidence,
    runsNeeded: {
      oneSided: wilksSize(coverage, confidence),
      twoSided: wilksSize(coverage, confidence, { twoSided: true }),
    },
    ...(oneSided ? { oneSided } : {}),
    ...(twoSided ? { twoSided } : {}),
  };
}
