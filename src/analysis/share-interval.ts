import type { Interval } from './confidence-intervals.ts';
import { effectiveRuns, finiteValues, type Draws } from './draws.ts';
import { proportionInterval } from './proportion-interval.ts';

/**
 * Interval of the share of runs that keep a constraint, by Clopper and Pearson, which has a width also where all keep it or none does.
 * @param values 1 where a run keeps it, 0 where it breaks it, NaN where it doesn't count
 * @param draws of the inputs, where runs share them: then the runs that would tell as much are counted
 * @returns undefined without a value
 */
export function shareInterval(
  values: Float64Array,
  confidence: number,
  draws?: Draws,
): Interval | undefined {
  const shared = draws && finiteValues(values, draws);
  const finite = shared?.values ?? values.filter(Number.isFinite);
  const isKept = Array.from(finite, (value) => value > 0);
  const kept = isKept.filter(Boolean).length;
  if (isKept.length === 0) return undefined;
  if (!shared) return proportionInterval(kept, isKept.length, confidence);
  const count = effectiveRuns(isKept, shared.draws, confidence);
  return proportionInterval((kept / isKept.length) * count, count, confidence);
}

/** Interval of the standard deviation of such values, which follows from that of their share. */
export function deviationOfShare([low, high]: Interval): Interval {
  const ends = [low, high].map((share) => Math.sqrt(share * (1 - share)));
  return [Math.min(...ends), low <= 0.5 && high >= 0.5 ? 0.5 : Math.max(...ends)];
}
