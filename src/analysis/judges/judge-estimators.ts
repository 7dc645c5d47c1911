import type {
  EstimatorName,
  EstimatorTrust,
  JudgedResponse,
  JudgedResults,
  Judgement,
} from './estimator-trust.ts';
import { chainAmong, describeChain, rowsInOrder } from '../doubts/chain-doubt.ts';
import { chainOfResponse } from '../doubts/chain-of-response.ts';
import type { ColumnViews } from '../column-views.ts';
import { countDraws, repeatsCentreOnly, type Draws } from '../draws.ts';
import { biasedRuns, describeBias, type FailureBias } from '../failures/describe-bias.ts';
import { doubtsInChaos } from './judge-chaos.ts';
import { doubtInMoments } from './judge-moments.ts';
import { judgeCorrelations } from './judge-correlations.ts';
import { judgeAnova, judgeEffects } from './judge-factors.ts';
import { judgeQuadratic, judgeSensitivity } from './judge-fits.ts';
import { judgeFirstOrder } from './judge-first-order.ts';
import { judgeFront } from './judge-front.ts';
import { judgeLevels } from './judge-levels.ts';
import { judgeMorris, judgeSobol } from './judge-structure.ts';
import { judgeShare } from './judge-shares.ts';
import { describeGroups, nearGroups } from '../doubts/near-groups.ts';
import { repeatDoubt } from '../doubts/repeat-doubt.ts';
import { tieDoubt } from '../doubts/tie-doubt.ts';
import { doubtInRows, hasChosenRows } from '../doubts/row-doubts.ts';
import {
  numbersOf,
  rowStructureOf,
  type NumericColumn,
  type StudyColumn,
  type StudyStructure,
} from '../study-table.ts';

/** By estimator, how its results of a response are judged. */
type Judges = Readonly<
  Record<
    EstimatorName,
    (response: JudgedResponse, structure: StudyStructure | undefined) => readonly Judgement[]
  >
>;

/** What each estimator needed together, got, and is worth, in the order of the summary; none where it gave no results. */
const judges: Judges = {
  moments: (
    { name, planned, used, lost, repeated, gridded, chained, tied, values, draws, views, results },
    structure,
  ) => [
    {
      needs: 'each run',
      planned,
      used,
      reasons: [
        used < 2 && 'fewer than two runs gave a value',
        doubtInMoments(values, draws, results.moments[name]?.unseenShare, views),
        doubtInRows(structure, 'mean, scatter and percentiles'),
        gridded,
        chained,
        tied,
        repeated,
        lost,
      ],
    },
  ],
  levels: judgeLevels,
  correlations: judgeCorrelations,
  sensitivity: judgeSensitivity,
  firstOrder: judgeFirstOrder,
  quadratic: judgeQuadratic,
  anova: judgeAnova,
  factorialEffects: judgeEffects,
  polynomialChaos: ({ name, rows, cut, results, values, views }) =>
    results.chaos
      .filter(({ response }) => response === name)
      .map(({ result, doubts, used, sample, ...own }) => ({
        needs: 'each run',
        ...(own.case === undefined ? {} : { case: own.case }),
        planned: rows,
        used,
        ...(sample ? { sample } : {}),
        isMissing: result === undefined,
        reasons: [...(result ? doubtsInChaos(result, values, views) : []), ...doubts, cut],
      })),
  sobol: (response, structure) =>
    rowStructureOf(structure) === 'pick-freeze' ? judgeSobol(response) : [],
  morris: (response, structure) =>
    rowStructureOf(structure) === 'trajectories' ? judgeMorris(response) : [],
  paretoFront: judgeFront,
};

/** The same of constraints, whose moments are the share of runs that keep them. */
const judgesOfConditions: Judges = {
  ...judges,
  moments: (response, structure) => [judgeShare(response, structure)],
};

/**
 * How far the results of each response can be trusted.
 * @param of columns over all runs, NaN where a run doesn't count: responses, and constraints, whose moments are the share of runs that keep them
 * @param given inputs, over all runs
 * @param plannedRuns of the design, where the table has more or fewer
 * @param gridded why the rows aren't a sample of the inputs, as a reason; false where nothing says so
 * @param draws of the inputs, over all runs, where runs share them
 * @param counted columns of numbers over the runs that count
 */
export function judgeEstimators(
  {
    responses,
    conditions,
  }: {
    readonly responses: readonly NumericColumn[];
    readonly conditions: readonly NumericColumn[];
  },
  {
    given,
    plannedRuns = 0,
    gridded,
    draws,
    bias,
    counted,
    views,
  }: {
    readonly given: readonly StudyColumn[];
    readonly plannedRuns: number | undefined;
    readonly gridded: string | false;
    readonly draws: Draws | undefined;
    readonly bias: readonly FailureBias[];
    readonly counted: {
      readonly inputs: readonly NumericColumn[];
      readonly responses: readonly NumericColumn[];
    };
    readonly views: ColumnViews;
  },
  structure: StudyStructure | undefined,
  results: JudgedResults,
): readonly EstimatorTrust[] {
  const tied = tieDoubt(given, responses, draws, structure);
  const inputs = given.flatMap(({ name, values }) => {
    const own = numbersOf(values);
    return own ? [{ name, values: own }] : [];
  });
  const isChosen = hasChosenRows(structure) || (draws && repeatsCentreOnly(inputs, draws));
  const order = rowsInOrder(given, [...inputs, ...responses], structure);
  const chain = order && chainAmong(inputs, order);
  const grouped = order ? describeGroups(nearGroups(inputs, order)) : false;
  const biasOf = (names: readonly string[]): readonly string[] =>
    bias
      .filter((found) => found.responses?.some((one) => names.includes(one)) !== false)
      .map((found) => `${biasedRuns(found)} go together with ${describeBias(found)}`);
  const ofFront = biasOf([...results.objectives, ...conditions.map(({ name }) => name)]);
  const describe = ({ name, values }: NumericColumn) => {
    const planned = values.length;
    const used = values.reduce((count, value) => (Number.isFinite(value) ? count + 1 : count), 0);
    const expected = Math.max(planned, plannedRuns);
    const lost = used < expected && `${expected - used} of ${expected} runs gave no value`;
    const cut =
      planned < plannedRuns && `${plannedRuns - planned} of ${plannedRuns} runs have no row`;
    const biased = biasOf([name]);
    const rows = planned / (structure?.cases ?? 1);
    const response: JudgedResponse = {
      name,
      values,
      planned,
      used,
      rows,
      lost,
      cut,
      draws,
      // Runs of a chosen row are repeats that the design meant: each is one more.
      points: isChosen ? used : countDraws(values, draws),
      repeated: repeatDoubt(given, values),
      gridded,
      // Of a grid that was told already, the order is no news.
      chained:
        gridded === false &&
        (describeChain(chain ?? (order && chainOfResponse({ name, values }, inputs, order))) ||
          grouped),
      tied,
      inputs,
      counted: {
        values: counted.responses.find((one) => one.name === name)?.values ?? values,
        inputs: counted.inputs,
      },
      views,
      results,
    };
    return { response, biased };
  };
  const judged = [
    ...responses.map((column) => ({ column, judges })),
    ...conditions.map((column) => ({ column, judges: judgesOfConditions })),
  ];
  return judged.flatMap(({ column, judges: own }) => {
    const { response, biased } = describe(column);
    return estimatorsInOrder.flatMap((estimator) =>
      own[estimator](response, structure).map((found) =>
        trustOf(estimator, response.name, found, estimator === 'paretoFront' ? ofFront : biased),
      ),
    );
  });
}

function trustOf(
  estimator: EstimatorName,
  response: string,
  { reasons: found, isMissing, ...parts }: Judgement,
  biased: readonly string[],
): EstimatorTrust {
  const reasons = [...found.filter((reason) => reason !== false), ...biased];
  const trust =
    parts.used === 0 || isMissing === true ? 'none' : reasons.length > 0 ? 'limited' : 'good';
  return { estimator, response, ...parts, trust, reasons };
}

const estimatorsInOrder = Object.keys(judges) as readonly EstimatorName[];
