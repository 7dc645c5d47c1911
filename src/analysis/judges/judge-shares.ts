import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { leastRunsOfLevel } from '../proportion-interval.ts';
import { doubtInRows } from '../doubts/row-doubts.ts';
import type { StudyStructure } from '../study-table.ts';

/** Judges the share of runs that keep a constraint, by what `levels` are judged by. */
export function judgeShare(
  {
    name,
    values,
    planned,
    used,
    points,
    lost,
    repeated,
    gridded,
    chained,
    tied,
    results,
  }: JudgedResponse,
  structure: StudyStructure | undefined,
): Judgement {
  const { mean = NaN, unseenShare } = results.moments[name] ?? {};
  const rarer = Math.round(Math.min(mean, 1 - mean) * points);
  const which = mean <= 0.5 ? 'keep' : 'break';
  const of = points === used ? 'runs' : 'different rows of the inputs';
  return {
    needs: 'each run',
    planned,
    used,
    reasons: [
      used < 2 && 'fewer than two runs gave a value',
      used >= 2 &&
        rarer < leastRunsOfLevel &&
        (equalDoubt(values, unseenShare) ||
          `${rarer} of ${points} ${of} ${which} it: too few to tell its share to a factor of 2 (${leastRunsOfLevel} on its rarer side)`),
      doubtInRows(structure, 'shares of runs that keep a constraint'),
      ...[gridded, chained, tied, repeated, lost],
    ],
  };
}

/** Why values that are all equal show no scatter; false where some differ. @param unseenShare absent where the rows are no sample of the inputs */
export function equalDoubt(values: Float64Array, unseenShare: number | undefined): string | false {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0 || finite.some((value) => value !== finite[0])) return false;
  return `all ${finite.length} values are equal: ${
    unseenShare === undefined
      ? 'they show no scatter, and nothing of other runs'
      : `up to ${(100 * unseenShare).toPrecision(2)} % of further values may differ`
  }`;
}
