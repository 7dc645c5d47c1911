import type { RowStructure } from '../design/index.ts';
import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { leastRunsOfLevel } from './proportion-interval.ts';
import { rowStructureOf, type StudyStructure } from './study-table.ts';

/** Rows that don't follow the distributions of the inputs: their share below a level is no probability. */
const chosenRows: Readonly<Record<RowStructure, boolean>> = {
  independent: false,
  even: false,
  balanced: true,
  'one-at-a-time': true,
  trajectories: true,
  'pick-freeze': false,
};

/** Judges the levels of a response that the study asks for. */
export function judgeLevels(
  { name, planned, used, lost, repeated, results }: JudgedResponse,
  structure: StudyStructure | undefined,
): readonly Judgement[] {
  const levels = results.moments[name]?.levels ?? [];
  if (levels.length === 0) return [];
  const rare = levels.flatMap(({ response, probability }) => {
    const side = probability <= 0.5 ? 'at or below' : 'above';
    const runs = Math.round(Math.min(probability, 1 - probability) * used);
    return runs < leastRunsOfLevel
      ? [`${runs} of ${used} runs are ${side} ${response.toPrecision(4)}`]
      : [];
  });
  const rows = rowStructureOf(structure);
  return [
    {
      needs: 'each run',
      planned,
      used,
      reasons: [
        rare.length > 0 &&
          `too few runs for a probability to a factor of 2 (${leastRunsOfLevel} on its rarer side): ${rare.slice(0, 5).join(', ')}${rare.length > 5 ? `, … (${rare.length})` : ''}; more runs, or the levels of the polynomial chaos`,
        rows !== undefined &&
          chosenRows[rows] &&
          `runs of a ${structure?.method} design aren't drawn from the distributions of the inputs: their shares are no probabilities`,
        repeated,
        lost,
      ],
    },
  ];
}
