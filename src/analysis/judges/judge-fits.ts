import { dominanceDoubt } from '../doubts/dominant-run.ts';
import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { percent } from '../percent.ts';
import type { StudyStructure } from '../study-table.ts';
import type { ResponseSensitivity } from '../summarise-sensitivity.ts';
import type { QuadraticSummary } from '../surface/summarise-surface.ts';
import { leavesDigitsOnly } from '../doubts/surface-fit-doubt.ts';

/** Below this share of explained variance, coefficients of a linear fit say little. */
const leastFit = 0.7;

/** Below this share of predicted variance, a surface isn't the response. */
const leastPrediction = 0.9;

/** Fewer runs than this beyond the coefficients explain anything. */
const leastFreedom = 5;

/** Fewer runs than this, altogether or for each coefficient, don't show whether a surface's errors are of one size. */
const leastSurfaceRuns = 40;
const runsOfCoefficient = 6;

/** Judges the linear regressions of a response. */
export function judgeSensitivity(own: JudgedResponse): readonly Judgement[] {
  const {
    name,
    planned,
    used,
    points,
    lost,
    repeated,
    chained,
    tied,
    results,
    values,
    inputs,
    views,
  } = own;
  const found = results.sensitivity.filter(({ response }) => response === name);
  if (found.length === 0 && inputs.length > 0) {
    return [{ needs: 'each run', planned, used, isMissing: true, reasons: [noSensitivity(own)] }];
  }
  return found.map(({ result, doubts }) => ({
    needs: 'each run',
    planned,
    used,
    reasons: [
      ...regressionDoubts(result, points, points < used),
      ...doubts,
      interactionDoubt(own) || tableDoubt(own),
      curvatureDoubt(own),
      dominanceDoubt(name, values, views),
      ...inputs.map((input) => dominanceDoubt(input.name, input.values, views)),
      chained,
      tied,
      repeated,
      lost,
    ],
  }));
}

/** Why a coefficient may be an interaction's. */
function interactionDoubt({ name, results }: JudgedResponse): string | false {
  const found = results.effects.find(({ response }) => response === name)?.result?.effects ?? [];
  const mains = found.filter(
    ({ inputs, aliases, partialAliases }) =>
      inputs.length === 1 && (aliases.length > 0 || partialAliases !== undefined),
  );
  return (
    mains.length > 0 &&
    `these runs can't tell ${mains
      .map(({ inputs }) => inputs.join())
      .slice(0, 5)
      .join(
        ', ',
      )} from interactions of other inputs, so a coefficient may be theirs; see factorialEffects`
  );
}

/** The same where an analysis of variance has to tell, as inputs have more than two levels. */
function tableDoubt({ name, results }: JudgedResponse): string | false {
  const found = results.anova.find(({ response }) => response === name);
  const table = found?.result;
  const hidden = table ? [...table.aliased, ...table.pooled] : [];
  const count = table ? table.aliased.length + table.pooledCount : 0;
  const isSaturated = !table && found !== undefined;
  if (hidden.length === 0 && !isSaturated) return false;
  // Rows that are drawn have interactions in all of their inputs alike; of an array they may be all in one.
  if (!results.isArray) return false;
  const named = hidden.slice(0, 3).map((pair) => pair.join(' x '));
  return `these runs can't tell interactions of two inputs ${hidden.length === 0 ? '' : `(${named.join(', ')}${count > 3 ? `, … (${count})` : ''}) `}from the inputs or from chance, so a coefficient may be theirs; see anova`;
}

/** Smaller chance than this of so much curvature, or a larger share of it where there is no error, bends the plane of a regression. */
const leastChance = 0.05;
const mostShare = 0.01;

/** Why the response between the levels isn't on the line between them. */
function curvatureDoubt({ name, results }: JudgedResponse): string | false {
  const terms = results.anova.find(({ response }) => response === name)?.result?.terms ?? [];
  const found = terms.find(({ isCurvature }) => isCurvature === true);
  if (!found) return false;
  const { pValue, share } = found;
  const isCurved = pValue === undefined ? share > mostShare : pValue < leastChance;
  return (
    isCurved &&
    `the centre points lie off the plane through the others (curvature${pValue === undefined ? '' : `, p = ${pValue.toExponential(1)}`}): a line between the levels isn't the response; add axial points (central-composite) to see whose curvature it is`
  );
}

function noSensitivity({ values }: JudgedResponse): string {
  const finite = values.filter(Number.isFinite);
  return finite.every((value) => value === finite[0])
    ? 'the response doesn’t vary'
    : 'no numeric input varies';
}

function regressionDoubts(
  { r2, inputs }: ResponseSensitivity,
  points: number,
  hasRepeats: boolean,
): readonly (string | false)[] {
  if (r2 === undefined) {
    return ['too few runs, or inputs that depend on each other, for a regression'];
  }
  const freedom = points - inputs.length - 1;
  const adjusted = 1 - ((1 - r2) * (points - 1)) / freedom;
  return [
    r2 < leastFit &&
      `the linear regression explains ${percent(r2)} of the variance: its coefficients say little`,
    freedom < leastFreedom &&
      `${freedom} ${hasRepeats ? 'different rows' : 'runs'} beyond the coefficients: so few explain any response (R² without chance ${adjusted.toFixed(2)})`,
  ];
}

/** Why standard errors of a surface rest on what its runs can't show. */
function fewForErrors({ r2, terms }: QuadraticSummary, runs: number): string | false {
  const least = Math.max(leastSurfaceRuns, runsOfCoefficient * terms);
  return (
    !leavesDigitsOnly({ r2 }) &&
    runs < least &&
    `${runs} runs don’t show whether the errors of ${terms} coefficients are of one size, as their standard errors assume; ${least} would`
  );
}

/** Judges a quadratic surface and the place where it is level; of a design that is made for one, also why there is none. */
export function judgeQuadratic(
  own: JudgedResponse,
  structure: StudyStructure | undefined,
): readonly Judgement[] {
  const { name, planned, used, points, lost, repeated, chained, results, values, views } = own;
  const isExpected =
    structure?.method === 'central-composite' || structure?.method === 'box-behnken';
  return results.sensitivity
    .filter(({ response }) => response === name)
    .flatMap(({ result, surfaceDoubts }): readonly Judgement[] => {
      if (!result.quadratic) {
        const reasons = ['too few runs, or they can’t tell its terms apart'];
        return isExpected ? [{ needs: 'each run', planned, used, isMissing: true, reasons }] : [];
      }
      const { q2, terms, stationary, sample } = result.quadratic;
      return [
        {
          needs: 'each run' as const,
          planned,
          used,
          ...(sample ? { sample } : {}),
          reasons: [
            q2 === undefined &&
              'a coefficient stands on one run alone, without which there is no surface: nothing tells how it predicts',
            q2 !== undefined &&
              q2 < leastPrediction &&
              `the surface predicts ${percent(Math.floor(100 * q2) / 100)} of the variance of runs left out, less than ${percent(leastPrediction)}`,
            ...surfaceDoubts,
            fewForErrors(result.quadratic, used),
            points - terms < leastFreedom &&
              `${points - terms} ${points < used ? 'different rows' : 'runs'} beyond the coefficients measure its error`,
            stationary !== undefined &&
              !stationary.isInside &&
              'its stationary point lies outside of the runs, where the surface is a guess',
            dominanceDoubt(name, values, views),
            chained,
            repeated,
            lost,
          ],
        },
      ];
    });
}
