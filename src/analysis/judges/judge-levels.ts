import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { leastRunsOfLevel } from '../proportion-interval.ts';
import { doubtInRows } from '../doubts/row-doubts.ts';
import type { StudyStructure } from '../study-table.ts';

/** Judges the levels of a response that the study asks for. */
export function judgeLevels(
  { name, planned, used, points, lost, repeated, gridded, chained, tied, results }: JudgedResponse,
  structure: StudyStructure | undefined,
): readonly Judgement[] {
  const levels = results.moments[name]?.levels ?? [];
  if (levels.length === 0) return [];
  const rare = levels.flatMap(({ response, probability }) => {
    const side = probability <= 0.5 ? 'at or below' : 'above';
    const runs = Math.round(Math.min(probability, 1 - probability) * points);
    return runs < leastRunsOfLevel
      ? [
          `${runs} of ${points} ${points === used ? 'runs' : 'different rows of the inputs'} are ${side} ${response.toPrecision(4)}`,
        ]
      : [];
  });
  return [
    {
      needs: 'each run',
      planned,
      used,
      reasons: [
        rare.length > 0 &&
          `too few runs for a probability to a factor of 2 (${leastRunsOfLevel} on its rarer side): ${rare.slice(0, 5).join(', ')}${rare.length > 5 ? `, … (${rare.length})` : ''}; ${structure?.dependence === undefined ? 'more runs, or the levels of the polynomial chaos' : 'take more runs, as there is no polynomial chaos with levels of inputs that depend on each other'}`,
        doubtInRows(structure, 'shares below a level'),
        gridded,
        chained,
        tied,
        repeated,
        lost,
      ],
    },
  ];
}
