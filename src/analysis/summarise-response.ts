import type { StatisticsSettings } from '../study/study.ts';
import { createColumnViews, type ColumnViews } from './column-views.ts';
import { confidenceIntervals, type Interval } from './confidence-intervals.ts';
import { convergence, type ConvergenceStep } from './convergence.ts';
import { countDraws, extremesOfDraws, finiteValues, scatterOfDraws, type Draws } from './draws.ts';
import { moments, type Moments } from './moments.ts';
import { sampleQuantile, sortedFinite } from './quantiles.ts';
import { responseLevels, type ResponseLevel } from './response-levels.ts';
import { deviationOfShare, shareInterval } from './share-interval.ts';
import type { NumericColumn } from './study-table.ts';
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
    views = createColumnViews(),
  }: {
    readonly isSample?: boolean;
    readonly isShare?: boolean;
    readonly views?: ColumnViews;
  } = {},
): ResponseMoments | undefined {
  const found = views.once(moments, values);
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

/** Convergence of each response's mean. @param conditions names of constraints among them */
export function summariseConvergence(
  responses: readonly NumericColumn[],
  draws?: Draws,
  conditions: readonly string[] = [],
  views = createColumnViews(),
): Readonly<Record<string, readonly ConvergenceStep[]>> {
  return Object.fromEntries(
    responses.map(({ name, values }) => [
      name,
      convergence(values, draws, conditions.includes(name), views),
    ]),
  );
}
