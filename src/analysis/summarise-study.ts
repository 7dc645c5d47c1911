import { withoutRounding } from '../numbers/index.ts';
import { createColumnViews } from './column-views.ts';
import { takesAtMost } from './count-distinct.ts';
import { correlate, type Correlation } from './correlations.ts';
import type { ConvergenceStep } from './convergence.ts';
import { describeMissingRuns } from './failures/describe-missing-runs.ts';
import type { EstimatorTrust } from './judges/estimator-trust.ts';
import { warnOfEqualOutputs } from './doubts/equal-outputs.ts';
import type { FailureBias } from './failures/describe-bias.ts';
import { drawsAt, drawsOf } from './draws.ts';
import { failureBias, missingValueBias } from './failures/failure-bias.ts';
import { gridDoubt } from './doubts/grid-doubt.ts';
import { sharedInputs } from './failures/failure-shares.ts';
import { hideUnfailed } from './failures/hide-unfailed.ts';
import { judgeWholeFront } from './judges/judge-front.ts';
import { judgeEstimators } from './judges/judge-estimators.ts';
import type { JudgedResult } from './judges/judged-result.ts';
import { levelMeans, type LevelMean } from './main-effects.ts';
import { pearson, spearman } from './pearson.ts';
import { doubtInRows } from './doubts/row-doubts.ts';
import { balanceOf } from './doubts/row-balance.ts';
import { rowFault } from './doubts/row-faults.ts';
import {
  numbersOf,
  rowStructureOf,
  type NumericColumn,
  type StudyStructure,
  type StudyTable,
} from './study-table.ts';
import { summariseChaos, type ChaosSummary } from './summarise-chaos.ts';
import {
  factorsOf,
  summariseAnova,
  summariseEffects,
  type AnovaSummary,
  type FactorialSummary,
} from './summarise-factors.ts';
import { summariseFront, type FrontSummary } from './summarise-front.ts';
import {
  summariseConvergence,
  summariseMoments,
  type ResponseMoments,
} from './summarise-response.ts';
import {
  summariseSensitivity,
  unusableInputs,
  type ResponseSensitivity,
} from './summarise-sensitivity.ts';
import {
  summariseMorris,
  summariseSobol,
  type MorrisSummary,
  type SobolSummary,
} from './summarise-structure.ts';

/** The statistics part of `summary.json`, over the accepted runs. */
export interface StudySummary extends FrontSummary {
  /** Runs in the table and how many of them count. */
  readonly runs: { readonly total: number; readonly accepted: number };
  /** By response; Dakota's estimators, excess kurtosis. */
  readonly moments: Readonly<Record<string, ResponseMoments>>;
  readonly correlations: {
    readonly pearson: readonly Correlation[];
    readonly spearman: readonly Correlation[];
  };
  readonly sensitivity: readonly ResponseSensitivity[];
  /** Mean response by level, for inputs with at most twelve values. */
  readonly levelMeans: readonly {
    readonly input: string;
    readonly response: string;
    readonly levels: readonly LevelMean[];
  }[];
  /** Where every input that varies takes few values. */
  readonly anova?: readonly AnovaSummary[];
  /** Where every input that varies takes two values. */
  readonly factorialEffects?: readonly FactorialSummary[];
  readonly sobol?: readonly SobolSummary[];
  readonly morris?: readonly MorrisSummary[];
  /** Where the inputs have distributions. */
  readonly polynomialChaos?: readonly ChaosSummary[];
  readonly convergence: Readonly<Record<string, readonly ConvergenceStep[]>>;
  /** Inputs that failures go together with. */
  readonly failureBias: readonly FailureBias[];
  readonly estimators: readonly EstimatorTrust[];
  /** Which results are unreliable and why, in sentences. */
  readonly warnings: readonly string[];
  /** Runs that the design's own estimators miss; repeat these first. */
  readonly runsToRepeat: readonly number[];
}

/** Inputs with more values than this have no means by level. */
const mostLevels = 12;

/**
 * Statistics of a study over its accepted runs; columns of texts are left out of all that needs numbers.
 * @param structure with it, the estimators that belong to the design are made
 */
export function summariseStudy(table: StudyTable, structure?: StudyStructure): StudySummary {
  const accepted = Array.from(table.accepted, Boolean);
  const rows = Array.from(accepted.keys()).filter((row) => accepted[row]);
  const inputs = numericColumns(table, ['input', 'case']);
  const responses = numericColumns(table, ['output', 'constraint', 'objective']).map(
    ({ name, values }) => ({ name, values: withoutRounding(values, accepted) }),
  );
  const views = createColumnViews();
  const isWhole = rows.length === accepted.length;
  const masked = responses.map(({ name, values }) => ({
    name,
    values: isWhole ? values : values.map((value, row) => (accepted[row] === true ? value : NaN)),
  }));
  const conditions = table.columns.flatMap(({ name, role }) =>
    role === 'constraint' ? [name] : [],
  );
  const measured = masked.filter(({ name }) => !conditions.includes(name));
  const [usedInputs, usedResponses] = [choose(inputs, rows), choose(responses, rows)];
  const all = [...usedInputs, ...usedResponses];
  const given = table.columns.filter(({ role }) => role === 'input' || role === 'case');
  const draws = drawsOf(given, structure);
  const usedDraws = drawsAt(draws, rows);
  const leftOut = unusableInputs(given, rows);
  const { absences } = table;
  const shared = sharedInputs(given, structure);
  const bias = [
    ...failureBias(absences === undefined ? given : hideUnfailed(given, absences), accepted, {
      shared,
    }),
    ...missingValueBias(given, masked, accepted, shared),
  ];
  const levels = given.filter(({ values }) => takesAtMost(values, mostLevels));
  const rowStructure = rowStructureOf(structure);
  const factors = factorsOf(
    given.filter(
      ({ name, role }) => role === 'case' || structure?.derived?.includes(name) !== true,
    ),
    rowStructure,
  );
  const balance = balanceOf(factors, rowStructure);
  const fault = structure && rowFault(rowStructure, given, structure);
  const front = summariseFront(table, masked, structure);
  const judgedFront = judgeWholeFront(table, masked, front, draws);
  const gridded = gridDoubt(given, structure, draws);
  const isSample = doubtInRows(structure, 'moments') === false && gridded === false;
  const moments = Object.fromEntries(
    usedResponses.flatMap((response) => {
      const isShare = conditions.includes(response.name);
      const own = summariseMoments(response, structure?.settings, usedDraws, {
        ...{ isSample, isShare, views },
      });
      return own ? [[response.name, own] as const] : [];
    }),
  );
  const objectives = table.columns.flatMap(({ name, role }) =>
    role === 'objective' ? [name] : [],
  );
  const found = {
    moments,
    sensitivity: summariseSensitivity(usedResponses, usedInputs, leftOut, {
      confidence: structure?.settings?.confidence,
      design: structure,
      views,
    }),
    isArray: balance.isArray,
    anova: summariseAnova(measured, factors, balance, structure),
    effects: summariseEffects(measured, factors, balance, structure),
    chaos: structure ? summariseChaos(measured, given, structure) : [],
    sobol:
      structure && rowStructure === 'pick-freeze' && fault === undefined
        ? summariseSobol(masked, given, structure)
        : [],
    morris:
      structure && rowStructure === 'trajectories' && fault === undefined
        ? summariseMorris(masked, given, structure)
        : [],
    ...(fault === undefined ? {} : { fault }),
    ...(judgedFront ? { front: judgedFront } : {}),
    objectives,
  };
  const [tables, effects, expansions] = [
    resultsOf(found.anova),
    resultsOf(found.effects),
    resultsOf(found.chaos),
  ];
  const missing = describeMissingRuns(masked, bias, { accepted, absences }, structure);
  return {
    runs: { total: accepted.length, accepted: rows.length },
    moments,
    correlations: {
      pearson: correlate(all, pearson, views),
      spearman: correlate(all, spearman, views),
    },
    sensitivity: resultsOf(found.sensitivity),
    levelMeans: levels.flatMap(({ name, values }) =>
      masked.map((response) => ({
        input: name,
        response: response.name,
        levels: levelMeans(values, response.values),
      })),
    ),
    ...(tables.length > 0 ? { anova: tables } : {}),
    ...(effects.length > 0 ? { factorialEffects: effects } : {}),
    ...(rowStructure === 'pick-freeze' ? { sobol: found.sobol } : {}),
    ...(rowStructure === 'trajectories'
      ? { morris: found.morris.map(({ result }) => result) }
      : {}),
    ...(expansions.length > 0 ? { polynomialChaos: expansions } : {}),
    ...front,
    convergence: summariseConvergence(usedResponses, usedDraws, conditions, views),
    failureBias: bias,
    estimators: judgeEstimators(
      { responses: measured, conditions: masked.filter((one) => conditions.includes(one.name)) },
      {
        ...{ given, gridded, draws, bias, views, plannedRuns: table.plannedRuns },
        counted: { inputs: usedInputs, responses: usedResponses },
      },
      structure,
      found,
    ),
    ...missing,
    warnings: [...(table.doubts ?? []), ...warnOfEqualOutputs(table), ...missing.warnings],
  };
}

function resultsOf<T>(judged: readonly JudgedResult<T>[]): readonly T[] {
  return judged.flatMap(({ result }) => result ?? []);
}

function numericColumns(table: StudyTable, roles: readonly string[]): readonly NumericColumn[] {
  return table.columns.flatMap(({ name, role, values }) => {
    const numbers = roles.includes(role) ? numbersOf(values) : undefined;
    return numbers ? [{ name, values: numbers }] : [];
  });
}

function choose(
  columns: readonly NumericColumn[],
  rows: readonly number[],
): readonly NumericColumn[] {
  return columns.map(({ name, values }) => ({
    name,
    values:
      rows.length === values.length ? values : Float64Array.from(rows, (row) => values[row] ?? NaN),
  }));
}
