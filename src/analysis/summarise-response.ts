import type { StatisticsSettings } from '../study/study.ts';
import { varies } from './complete-rows.ts';
import { confidenceIntervals, type Interval } from './confidence-intervals.ts';
import { convergence, type ConvergenceStep } from './convergence.ts';
import { countDraws, extremesOfDraws, finiteValues, scatterOfDraws, type Draws } from './draws.ts';
import { fewRunsDoubts } from './few-runs-doubt.ts';
import { givenDataIndex } from './given-data-index.ts';
import { moments, type Moments } from './moments.ts';
import { entriesAt, sampleRows, type SampledDesign } from './fit-sample.ts';
import { sampleQuantile, sortedFinite } from './quantiles.ts';
import type { JudgedResult } from './judged-result.ts';
import { regress, type StandardisedRegression } from './regression.ts';
import { responseLevels, type ResponseLevel } from './response-levels.ts';
import { deviationOfShare, shareInterval } from './share-interval.ts';
import { ridgeDoubt } from './ridge-doubt.ts';
import { quadraticSurface } from './response-surface.ts';
import { summariseSurface, type QuadraticSummary } from './summarise-surface.ts';
import { numbersOf, type NumericColumn, type StudyColumn } from './study-table.ts';
import { toleranceLimits, type ToleranceLimits } from './tolerance-limits.ts';

/** Moments of a response with their intervals and percentiles. */
export interface ResponseMoments extends Moments {
  /** For independent normal values; of a constraint those of the share of runs that keep it. */
  readonly confidence?: {
    readonly mean: Interval;
    readonly standardDeviation: Interval;
  };
  /** With the confidence of the intervals, runs unlike all of these have less than this share of the distribution; absent where the rows are no sample of it. */
  readonly unseenShare?: number;
  /** By percent. */
  readonly percentiles: Readonly<Record<string, number>>;
  /** Bounds of a share of all values, whatever their distribution, from independent runs. */
  readonly tolerance: ToleranceLimits;
  /** Levels that the study asks for. */
  readonly levels?: readonly ResponseLevel[];
}

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

/**
 * @param draws of the inputs, where runs share them
 * @param of `isSample`: whether the rows are drawn from the distributions of the inputs, each by itself; `isShare`: whether the values are 0 and 1 of a constraint
 * @returns undefined where no run gave a finite value
 */
export function summariseMoments(
  { name, values }: NumericColumn,
  { confidence = 0.95, coverage = 0.95, levels }: StatisticsSettings = {},
  draws?: Draws,
  {
    isSample = true,
    isShare = false,
  }: { readonly isSample?: boolean; readonly isShare?: boolean } = {},
): ResponseMoments | undefined {
  const found = moments(values);
  if (!found) return undefined;
  const scatter = draws && scatterOfDraws(values, draws);
  const share = isShare && found.count > 1 ? shareInterval(values, confidence, draws) : undefined;
  const intervals = share
    ? { mean: share, standardDeviation: deviationOfShare(share) }
    : confidenceIntervals(found, confidence, scatter);
  const sorted = sortedFinite(values);
  const asked = levels?.[name];
  const shared = draws && finiteValues(values, draws);
  const extremes = draws && extremesOfDraws(values, draws);
  return {
    ...found,
    ...(intervals ? { confidence: intervals } : {}),
    ...(isSample ? { unseenShare: 1 - (1 - confidence) ** (1 / countDraws(values, draws)) } : {}),
    percentiles: Object.fromEntries(
      [1, 5, 10, 25, 50, 75, 90, 95, 99].map((percent) => [
        percent,
        sampleQuantile(sorted, percent / 100) ?? NaN,
      ]),
    ),
    tolerance: toleranceLimits(extremes?.least ?? sorted, coverage, confidence, extremes?.largest),
    ...(asked ? { levels: responseLevels(sorted, found, asked, confidence, shared) } : {}),
  };
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

/** Regressions look at numeric inputs that vary; more work than this many numbers is not done for a surface. */
const mostSurfaceNumbers = 5_000_000;

/**
 * How a response depends on the inputs: correlations, regressions and given-data indices over the rows that have both; the surface over a sample of
 * them where they are many.
 */
export function summariseSensitivity(
  response: NumericColumn,
  inputs: readonly NumericColumn[],
  leftOut: readonly LeftOutInput[] = [],
  confidence = 0.95,
  design?: SampledDesign,
): JudgedSensitivity | undefined {
  const used = inputs.filter(({ values }) => varies(values));
  if (used.length === 0 || !varies(response.values.filter(Number.isFinite))) return undefined;
  const columns = used.map(({ values }) => values);
  const linear = regress(columns, response.values);
  const ranked = regress(columns, response.values, { ranked: true });
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
      ...firstOrderOf(values, response.values, confidence),
    })),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...known('r2', linear?.r2),
    ...known('rankR2', ranked?.r2),
    ...(surface && Number.isFinite(surface.q2)
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
  const few = fewRunsDoubts(names, columns, response.values, design);
  const ridge = surface !== undefined && ridgeDoubt(surface, names);
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
      ...(ridge === false ? [] : [ridge]),
    ],
  };
}

function firstOrderOf(input: Float64Array, response: Float64Array, confidence: number) {
  const found = givenDataIndex(input, response, confidence);
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

/** Convergence of each response's mean. @param conditions names of constraints among them */
export function summariseConvergence(
  responses: readonly NumericColumn[],
  draws?: Draws,
  conditions: readonly string[] = [],
): Readonly<Record<string, readonly ConvergenceStep[]>> {
  return Object.fromEntries(
    responses.map(({ name, values }) => [
      name,
      convergence(values, draws, conditions.includes(name)),
    ]),
  );
}

function known<K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined || !Number.isFinite(value)
    ? {}
    : ({ [key]: value } as Partial<Record<K, number>>);
}
