import type {
  EstimatorName,
  EstimatorTrust,
  JudgedResponse,
  JudgedResults,
  Judgement,
} from './estimator-trust.ts';
import { describeBias, type FailureBias } from './failure-bias.ts';
import { doubtsInChaos } from './judge-chaos.ts';
import { doubtInMoments } from './judge-moments.ts';
import { judgeMorris, judgeSobol } from './judge-structure.ts';
import { percent } from './percent.ts';
import { rowStructureOf, type NumericColumn, type StudyStructure } from './study-table.ts';

/** Below this share of explained variance, coefficients of a fit say little. */
const leastFit = 0.7;

/** What each estimator needed together, got, and is worth, in the order of the summary; none where it gave no results. */
const judges: {
  readonly [Name in EstimatorName]: (
    response: JudgedResponse,
    structure: StudyStructure | undefined,
  ) => readonly Judgement[];
} = {
  moments: ({ planned, used, lost, values }) => [
    {
      needs: 'each run',
      planned,
      used,
      reasons: [used < 2 && 'fewer than two runs gave a value', doubtInMoments(values), lost],
    },
  ],
  sensitivity: ({ name, planned, used, lost, results }) =>
    results.sensitivity
      .filter(({ response }) => response === name)
      .map(({ r2 }) => ({
        needs: 'each run',
        planned,
        used,
        reasons: [
          r2 === undefined
            ? 'too few runs, or inputs that depend on each other, for a regression'
            : r2 < leastFit &&
              `the linear regression explains ${percent(r2)} of the variance: its coefficients say little`,
          lost,
        ],
      })),
  anova: ({ name, planned, used, lost, results }) =>
    results.anova
      .filter(({ response }) => response === name)
      .map(({ residual, pooled }) => ({
        needs: 'all runs',
        planned,
        used,
        reasons: [
          lost &&
            `${lost}: the design is no longer balanced, so level means also contain effects of other inputs`,
          pooled.length > 0 &&
            `the error holds interactions (${pooled.length} of two inputs): if one acts, effects seem to be chance; see factorialEffects`,
          residual.freedom < 3 && 'fewer than three degrees of freedom measure the error',
        ],
      })),
  polynomialChaos: ({ name, rows, results, values }) =>
    results.chaos
      .filter(({ response }) => response === name)
      .map(({ result, doubts, used, ...own }) => ({
        needs: 'each run',
        ...(own.case === undefined ? {} : { case: own.case }),
        planned: rows,
        used,
        isMissing: result === undefined,
        reasons: [...(result ? doubtsInChaos(result, values) : []), ...doubts],
      })),
  sobol: (response, structure) =>
    rowStructureOf(structure) === 'pick-freeze' ? judgeSobol(response) : [],
  morris: (response, structure) =>
    rowStructureOf(structure) === 'trajectories' ? judgeMorris(response) : [],
};

/**
 * How far the results of each response can be trusted.
 * @param responses over all runs, NaN where a run doesn't count
 */
export function judgeEstimators(
  responses: readonly NumericColumn[],
  bias: readonly FailureBias[],
  structure: StudyStructure | undefined,
  results: JudgedResults,
): readonly EstimatorTrust[] {
  const biased = bias.map((found) => `failures go together with ${describeBias(found)}`);
  return responses.flatMap(({ name, values }) => {
    const planned = values.length;
    const used = values.reduce((count, value) => (Number.isFinite(value) ? count + 1 : count), 0);
    const lost = used < planned && `${planned - used} of ${planned} runs gave no value`;
    const rows = planned / (structure?.cases ?? 1);
    const response: JudgedResponse = { name, values, planned, used, rows, lost, results };
    return estimatorsInOrder.flatMap((estimator) =>
      judges[estimator](response, structure).map(({ reasons: found, isMissing, ...parts }) => {
        const reasons = [...found.filter((reason) => reason !== false), ...biased];
        const trust =
          parts.used === 0 || isMissing === true ? 'none' : reasons.length > 0 ? 'limited' : 'good';
        return { estimator, response: name, ...parts, trust, reasons };
      }),
    );
  });
}

const estimatorsInOrder = Object.keys(judges) as readonly EstimatorName[];
