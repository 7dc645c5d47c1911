import type { ConvergenceStep } from './convergence.ts';
import { failureBias, type FailureBias } from './failure-bias.ts';
import { levelMeans, type LevelMean } from './main-effects.ts';
import { paretoFront } from './pareto-front.ts';
import { pearson } from './pearson.ts';
import { ranks } from './ranks.ts';
import {
  numbersOf,
  type NumericColumn,
  type StudyStructure,
  type StudyTable,
} from './study-table.ts';
import { describeHoles } from './describe-holes.ts';
import {
  summariseConvergence,
  summariseMoments,
  summariseSensitivity,
  type ResponseMoments,
  type ResponseSensitivity,
} from './summarise-response.ts';
import {
  summariseMorris,
  summariseSobol,
  type MorrisSummary,
  type SobolSummary,
} from './summarise-structure.ts';

/** A correlation of two columns; absent where a column is constant or too few runs have both. */
export interface Correlation {
  readonly first: string;
  readonly second: string;
  readonly value: number;
}

/** The statistics part of `summary.json`, over the accepted runs. */
export interface StudySummary {
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
  readonly sobol?: readonly SobolSummary[];
  readonly morris?: readonly MorrisSummary[];
  /** Numbers of the runs that no other beats in all objectives; where there are at least two. */
  readonly paretoFront?: readonly number[];
  readonly convergence: Readonly<Record<string, readonly ConvergenceStep[]>>;
  /** Inputs that failures go together with. */
  readonly failureBias: readonly FailureBias[];
  /** What not to trust and why, in sentences. */
  readonly warnings: readonly string[];
  /** Runs that the design's own estimators miss; repeat these first. */
  readonly runsToRepeat: readonly number[];
}

/**
 * Statistics of a study over its accepted runs; columns of texts are left out of all that needs numbers.
 * @param structure with it, the estimators that belong to the design are made
 */
export function summariseStudy(table: StudyTable, structure?: StudyStructure): StudySummary {
  const accepted = Array.from(table.accepted, Boolean);
  const rows = Array.from(accepted.keys()).filter((row) => accepted[row]);
  const inputs = numericColumns(table, ['input', 'case']);
  const responses = numericColumns(table, ['output', 'constraint', 'objective']);
  const masked = responses.map(({ name, values }) => ({
    name,
    values: values.map((value, row) => (accepted[row] === true ? value : NaN)),
  }));
  const [usedInputs, usedResponses] = [choose(inputs, rows), choose(responses, rows)];
  const all = [...usedInputs, ...usedResponses];
  const bias = failureBias(inputs, accepted);
  const drawn = inputs.filter(({ name }) => structure?.variables.includes(name));
  const levels = table.columns.filter(
    ({ role, values }) => (role === 'input' || role === 'case') && new Set(values).size <= 12,
  );
  return {
    runs: { total: accepted.length, accepted: rows.length },
    moments: Object.fromEntries(
      usedResponses.flatMap(({ name, values }) => {
        const found = summariseMoments(values);
        return found ? [[name, found] as const] : [];
      }),
    ),
    correlations: {
      pearson: correlate(all),
      spearman: correlate(all.map(({ name, values }) => ({ name, values: ranks(values) }))),
    },
    sensitivity: usedResponses.flatMap(
      (response) => summariseSensitivity(response, usedInputs) ?? [],
    ),
    levelMeans: levels.flatMap(({ name, values }) =>
      masked.map((response) => ({
        input: name,
        response: response.name,
        levels: levelMeans(values, response.values),
      })),
    ),
    ...(structure?.method === 'saltelli' ? { sobol: summariseSobol(masked, structure) } : {}),
    ...(structure?.method === 'morris'
      ? { morris: summariseMorris(masked, drawn, structure) }
      : {}),
    ...summariseFront(table, masked, structure),
    convergence: summariseConvergence(usedResponses),
    failureBias: bias,
    ...describeHoles(masked, bias, accepted, structure),
  };
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
    values: Float64Array.from(rows, (row) => values[row] ?? NaN),
  }));
}

/** Every pair of columns, the first ones first. */
function correlate(columns: readonly NumericColumn[]): readonly Correlation[] {
  return columns.flatMap((first, index) =>
    columns.slice(index + 1).flatMap((second) => {
      const value = pearson(first.values, second.values);
      return value === undefined ? [] : [{ first: first.name, second: second.name, value }];
    }),
  );
}

function summariseFront(
  table: StudyTable,
  responses: readonly NumericColumn[],
  structure: StudyStructure | undefined,
): { readonly paretoFront?: readonly number[] } {
  const names = table.columns.filter(({ role }) => role === 'objective').map(({ name }) => name);
  const objectives = responses
    .filter(({ name }) => names.includes(name))
    .map(({ name, values }) =>
      structure?.goals?.[name] === 'maximize' ? values.map((value) => -value) : values,
    );
  if (objectives.length < 2) return {};
  return { paretoFront: paretoFront(objectives).map((row) => row + 1) };
}
