import { dependenceDoubt } from '../doubts/dependence-doubt.ts';
import { dominanceDoubt } from '../doubts/dominant-run.ts';
import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { widestInterval } from '../widest-interval.ts';
import { moments } from '../moments.ts';
import { doubtInRows } from '../doubts/row-doubts.ts';
import { rowStructureOf, type StudyStructure } from '../study-table.ts';

/** From this excess kurtosis on, the runs' own variance is too uncertain for shares of it: of a log-normal response, intervals miss in one study of two. */
const largestKurtosis = 2;

/** Judges the first-order indices from given data of a response by their intervals; none where there are none. */
export function judgeFirstOrder(
  {
    name,
    planned,
    used,
    points,
    lost,
    repeated,
    gridded,
    chained,
    tied,
    inputs,
    results,
    values,
    views,
  }: JudgedResponse,
  structure: StudyStructure | undefined,
): readonly Judgement[] {
  const found = results.sensitivity
    .filter(({ response }) => response === name)
    .flatMap(({ result }) => result.inputs)
    .flatMap(({ input, firstOrderInterval }) =>
      firstOrderInterval
        ? [{ input, half: (firstOrderInterval[1] - firstOrderInterval[0]) / 2 }]
        : [],
    );
  if (found.length === 0) return [];
  const widest = found.reduce((most, own) => (own.half > most.half ? own : most));
  const dependence = dependenceDoubt(inputs, structure, views);
  const { kurtosis = 0 } = views.once(moments, values) ?? {};
  return [
    {
      needs: 'each run',
      planned,
      used,
      reasons: [
        widest.half > widestInterval &&
          `the interval of the index of ${widest.input} is ± ${widest.half.toPrecision(2)}: about ${runsNeeded(used, widest.half, structure)} runs make it ± ${widestInterval}${cheaperWay(structure, dependence !== false)}`,
        points < used &&
          `${used} runs are of ${points} different rows of the inputs, but the intervals of indices count each: more rows instead of repeats tell them`,
        kurtosis > largestKurtosis &&
          `the response has a long tail (excess kurtosis ${kurtosis.toPrecision(3)}), so its variance, of which indices are shares, is uncertain: intervals are too narrow`,
        dependence,
        dominanceDoubt(name, values, views),
        doubtInRows(structure, 'indices from given data'),
        gridded,
        chained,
        tied,
        repeated,
        lost,
      ],
    },
  ];
}

/** What gives indices from fewer runs, as the end of a sentence; nothing does of inputs that depend on each other. */
function cheaperWay(structure: StudyStructure | undefined, areDependent: boolean): string {
  if (rowStructureOf(structure) === 'pick-freeze') {
    return ', and the indices of the Saltelli blocks need fewer';
  }
  return areDependent
    ? '; a polynomial chaos or Saltelli blocks, which often need fewer, give indices of independent inputs only'
    : ', a polynomial chaos or Saltelli blocks often fewer';
}

/** Runs that would make an interval narrow enough, as its width falls with their root; of blocks whole ones. */
function runsNeeded(used: number, half: number, structure: StudyStructure | undefined): number {
  const runs = Math.ceil(used * (half / widestInterval) ** 2);
  const { variables = [], options = {}, cases = 1 } = structure ?? {};
  if (rowStructureOf(structure) !== 'pick-freeze') return runs;
  const block = cases * (options['secondOrder'] === true ? 2 : 1) * variables.length + 2 * cases;
  return block * Math.ceil(runs / block);
}
