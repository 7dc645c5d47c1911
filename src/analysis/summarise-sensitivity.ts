import type { ColumnViews } from './column-views.ts';
import { completeRows, varies } from './complete-rows.ts';
import type { Interval } from './confidence-intervals.ts';
import { takesAtMost } from './count-distinct.ts';
import { errorSizeDoubts } from './doubts/error-size-doubt.ts';
import { fewRunsDoubts } from './doubts/few-runs-doubt.ts';
import { entriesAt, sampleRows, type SampledDesign } from './fit-sample.ts';
import { givenDataIndex } from './given-data-index.ts';
import type { JudgedResult } from './judges/judged-result.ts';
import { regressEach, type StandardisedRegression } from './regression.ts';
import { quadraticSurface } from './surface/response-surface.ts';
import { ridgeDoubt } from './doubts/ridge-doubt.ts';
import { surfaceFitDoubt } from './doubts/surface-fit-doubt.ts';
import { numbersOf, type NumericColumn, type StudyColumn } from './study-table.ts';
import { summariseSurface, type QuadraticSummary } from './surface/summarise-surface.ts';

/** An input that has no part in a result. */
export interface LeftOutInput {
  readonly input: string;
  readonly reason: string;
}

/** How a response follows from the numeric inputs. A number is absent where it can't be told. */
export interface ResponseSensitivity {
  readonly response: string;
  readonly inputs: readonly {
    readonly input: string;
    /** Standardised regression coefficient, and that of ranks. */
    readonly src?: number;
    readonly srrc?: number;
    readonly partial?: number;
    readonly partialRank?: number;
    /** First-order Sobol' index from these runs, whatever the design. */
    readonly firstOrder?: number;
    readonly firstOrderInterval?: Interval;
  }[];
  /** Inputs that aren't among them, and why; absent where there are none. */
  readonly leftOut?: readonly LeftOutInput[];
  /** Share of the variance that the linear regression explains, and that of ranks. */
  readonly r2?: number;
  readonly rankR2?: number;
  /** Quality of a quadratic response surface: on its own rows, and on rows left out. */
  readonly quadratic?: QuadraticSummary;
}

/** Regressions of a response with what speaks against them, and against its quadratic surface. */
export interface JudgedSensitivity extends JudgedResult<ResponseSensitivity> {
  readonly result: ResponseSensitivity;
  readonly surfaceDoubts: readonly string[];
}

/** Inputs that regressions and correlations have no place for. @param rows that count */
export function unusableInputs(
  inputs: readonly StudyColumn[],
  rows: readonly number[],
): readonly LeftOutInput[] {
  return inputs.flatMap(({ name, values }) => {
    const first = values[rows[0] ?? 0];
    if (rows.every((row) => Object.is(values[row], first))) {
      return [{ input: name, reason: `has the one value ${String(first)} in these runs` }];
    }
    return numbersOf(values)
      ? []
      : [{ input: name, reason: 'holds texts, and these results need numbers' }];
  });
}

/** What sensitivities depend on beside the columns. */
export interface SensitivitySettings {
  readonly confidence?: number | undefined;
  /** Where a fit is made of a sample of the runs, which ones. */
  readonly design?: SampledDesign | undefined;
  readonly views: ColumnViews;
}

/** Regressions look at numeric inputs that vary; more work than this many numbers is not done for a surface. */
const mostSurfaceNumbers = 5_000_000;

/**
 * How each response depends on the inputs, of those that vary: correlations, regressions and given-data indices over the rows that have both; the surface over a sample of
 * them where they are many.
 */
export function summariseSensitivity(
  responses: readonly NumericColumn[],
  inputs: readonly NumericColumn[],
  leftOut: readonly LeftOutInput[],
  settings: SensitivitySettings,
): readonly JudgedSensitivity[] {
  const { views } = settings;
  const used = inputs.filter(({ values }) => views.once(varies, values));
  const varying = responses.filter(({ values }) => {
    const [finite = values] = completeRows([values], views);
    return varies(finite);
  });
  if (used.length === 0) return [];
  const columns = used.map(({ values }) => values);
  const targets = varying.map(({ values }) => values);
  const linear = regressEach(columns, targets, { views });
  const ranked = regressEach(columns, targets, { views, ranked: true });
  return varying.map((response, place) =>
    sensitivityOf(response, used, leftOut, settings, [linear[place], ranked[place]]),
  );
}

function sensitivityOf(
  response: NumericColumn,
  used: readonly NumericColumn[],
  leftOut: readonly LeftOutInput[],
  { confidence = 0.95, design, views }: SensitivitySettings,
  [linear, ranked]: readonly (StandardisedRegression | undefined)[],
): JudgedSensitivity {
  const columns = used.map(({ values }) => values);
  const terms = ((used.length + 1) * (used.length + 2)) / 2;
  const { rows, sample } = sampleRows(response.values, design) ?? {};
  const own = entriesAt(response.values, rows);
  const surface =
    terms * own.length <= mostSurfaceNumbers
      ? quadraticSurface(
          columns.map((column) => entriesAt(column, rows)),
          own,
        )
      : undefined;
  const result: ResponseSensitivity = {
    response: response.name,
    inputs: used.map(({ name, values }, index) => ({
      input: name,
      ...known('src', linear?.coefficients[index]),
      ...known('srrc', ranked?.coefficients[index]),
      ...known('partial', linear?.partial[index]),
      ...known('partialRank', ranked?.partial[index]),
      ...firstOrderOf(values, response.values, confidence, views),
    })),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...known('r2', linear?.r2),
    ...known('rankR2', ranked?.r2),
    ...(surface && !Number.isNaN(surface.q2)
      ? {
          quadratic: summariseSurface(
            surface,
            used.map(({ name }) => name),
            sample,
          ),
        }
      : {}),
  };
  const names = used.map(({ name }) => name);
  const few = fewRunsDoubts(names, columns, response.values, design, views);
  const ofErrors = surface
    ? [
        ridgeDoubt(surface, names),
        ...errorSizeDoubts(surface, names, takesAtMost(own, 2)),
        surfaceFitDoubt(surface),
      ]
    : [];
  return {
    response: response.name,
    used: linear?.count ?? 0,
    result,
    doubts: [...inflationDoubt(names, linear), ...few.ofCoefficients],
    surfaceDoubts: [
      ...(surface && surface.points <= surface.terms.length
        ? [
            `the surface passes through all ${surface.points} different points: nothing shows whether it holds between them`,
          ]
        : []),
      ...few.ofSurface,
      ...ofErrors.filter((doubt) => doubt !== false),
    ],
  };
}

function firstOrderOf(
  input: Float64Array,
  response: Float64Array,
  confidence: number,
  views: ColumnViews,
) {
  const found = givenDataIndex(input, response, confidence, views);
  return found ? { firstOrder: found.value, firstOrderInterval: found.interval } : {};
}

/** From this factor on by which other inputs raise its variance, a coefficient is theirs as well. */
const mostInflation = 10;

function inflationDoubt(
  names: readonly string[],
  linear: StandardisedRegression | undefined,
): readonly string[] {
  const found = names.flatMap((name, place) => {
    const factor = linear?.inflation[place] ?? 1;
    return factor > mostInflation ? [`${name} (${factor.toPrecision(2)})`] : [];
  });
  return found.length === 0
    ? []
    : [
        `inputs nearly follow from each other, so their coefficients can't be told apart: ${found.slice(0, 5).join(', ')} times the variance that they would have alone`,
      ];
}

function known<K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined || !Number.isFinite(value)
    ? {}
    : ({ [key]: value } as Partial<Record<K, number>>);
}
