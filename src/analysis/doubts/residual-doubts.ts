import type { Cell } from '../../design/cell.ts';
import { studentTwoSided, varianceRatioTail } from '../../distributions/index.ts';
import { moments } from '../moments.ts';

/** What a fit leaves of the runs. */
export interface Residuals {
  /** Places of the runs in the table, from 0. */
  readonly rows: readonly number[];
  readonly values: Float64Array;
  /** How much each run draws the fit to itself, 0 .. 1. */
  readonly leverage: Float64Array;
  /** Degrees of freedom that measure the error. */
  readonly freedom: number;
}

/** Fewer degrees of freedom than this don't measure an error. */
export const leastFreedom = 3;

/** Chance of each kind of doubt where errors are normal and alike; that of a surface's errors is larger, as the few runs of one show little. */
export const chances = { outlier: 0.03, normality: 0.01, spread: 0.01, surfaceSpread: 0.05 };

/** Fewer residuals than this don't show a distribution, nor do those of a smaller share of degrees of freedom, which repeat each other. */
const leastForNormality = 20;
const leastShareForNormality = 0.5;

/** A run that draws the fit to itself this much leaves no error. */
const mostLeverage = 1 - 1e-9;

/**
 * Why errors may not be what tests of F and t assume: normal, of one size, none of them an outlier. Each kind of doubt comes up in 1 to 3 % of the
 * tables where they are.
 * @param factors columns of levels over the whole table
 * @see outliers: R. D. Cook, S. Weisberg (1982), Residuals and Influence in Regression, section 2.2; normality: R. B. D'Agostino, A. Belanger,
 * R. B. D'Agostino Jr. (1990), doi:10.1080/00031305.1990.10475751; variances: M. B. Brown, A. B. Forsythe (1974), doi:10.1080/01621459.1974.10482955
 */
export function residualDoubts(
  { rows, values, leverage, freedom }: Residuals,
  factors: readonly { readonly name: string; readonly levels: Float64Array | readonly Cell[] }[],
): readonly string[] {
  const size = Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / freedom);
  if (freedom < 2 || !(size > 0)) return [];
  const studentised = values.map((value, row) => {
    const own = leverage[row] ?? 0;
    return own < mostLeverage ? value / (size * Math.sqrt(1 - own)) : 0;
  });
  const free = studentised.filter((_, row) => (leverage[row] ?? 0) < mostLeverage);
  const isShown = freedom >= leastShareForNormality * free.length;
  const outlier = findOutlier(studentised, freedom);
  const normality = outlier || !isShown ? 1 : normalityChance(free);
  const unequal = factors.flatMap(({ name, levels }) => {
    const p = spreadChance(
      studentised,
      rows.map((row) => levels[row] ?? ''),
      freedom,
    );
    return p < chances.spread / factors.length ? [name] : [];
  });
  return [
    ...(outlier
      ? [
          `run ${(rows[outlier.place] ?? 0) + 1} is an outlier (its error is ${Math.abs(studentised[outlier.place] ?? 0).toFixed(1)} standard errors, p = ${outlier.pValue.toExponential(1)} over all runs): it can hide every effect or make one; look at that run, and compare the table without it`,
        ]
      : []),
    ...(normality < chances.normality
      ? [
          `the errors aren’t normal (p = ${normality.toExponential(1)}), as F and t assume: look at a transformed response, such as its logarithm`,
        ]
      : []),
    ...(unequal.length > 0
      ? [
          `the errors are larger at some levels of ${unequal.join(', ')} than at others (Brown and Forsythe’s test): p-values assume one size; look at a transformed response, such as its logarithm`,
        ]
      : []),
  ];
}

/** The run with the largest externally studentised residual, where Bonferroni's limit over all runs doesn't let it pass. */
function findOutlier(
  studentised: Float64Array,
  freedom: number,
): { readonly place: number; readonly pValue: number } | undefined {
  const place = studentised.reduce(
    (most, value, row) => (Math.abs(value) > Math.abs(studentised[most] ?? 0) ? row : most),
    0,
  );
  const square = (studentised[place] ?? 0) ** 2;
  const left = freedom - square;
  const t = left > 1e-12 * freedom ? Math.sqrt((square * (freedom - 1)) / left) : Infinity;
  const pValue =
    t === Infinity ? 0 : Math.min(1, studentised.length * studentTwoSided(t, freedom - 1));
  return pValue < chances.outlier ? { place, pValue } : undefined;
}

/** Probability of values at least as skewed or long-tailed where they are normal: D'Agostino and Pearson's omnibus test; 1 of few values. */
export function normalityChance(values: Float64Array): number {
  const { count: n = 0, skewness, kurtosis } = moments(values) ?? {};
  if (n < leastForNormality || skewness === undefined || kurtosis === undefined) return 1;
  // Back from the bias-corrected moments to the plain ones, on which the test stands.
  const b1 = (skewness * (n - 2)) / Math.sqrt(n * (n - 1));
  const excess = ((kurtosis * (n - 2) * (n - 3)) / (n - 1) - 6) / (n + 1);
  const y = b1 * Math.sqrt(((n + 1) * (n + 3)) / (6 * (n - 2)));
  const beta =
    (3 * (n * n + 27 * n - 70) * (n + 1) * (n + 3)) / ((n - 2) * (n + 5) * (n + 7) * (n + 9));
  const w2 = Math.sqrt(2 * (beta - 1)) - 1;
  const alpha = Math.sqrt(2 / (w2 - 1));
  const zSkew = Math.asinh(y / alpha) / Math.sqrt(Math.log(Math.sqrt(w2)));
  const mean = (3 * (n - 1)) / (n + 1);
  const variance = (24 * n * (n - 2) * (n - 3)) / ((n + 1) ** 2 * (n + 3) * (n + 5));
  const x = (excess + 3 - mean) / Math.sqrt(variance);
  const rootBeta =
    ((6 * (n * n - 5 * n + 2)) / ((n + 7) * (n + 9))) *
    Math.sqrt((6 * (n + 3) * (n + 5)) / (n * (n - 2) * (n - 3)));
  const a = 6 + (8 / rootBeta) * (2 / rootBeta + Math.sqrt(1 + 4 / rootBeta ** 2));
  const denominator = 1 + x * Math.sqrt(2 / (a - 4));
  const zTail = (1 - 2 / (9 * a) - Math.cbrt((1 - 2 / a) / denominator)) / Math.sqrt(2 / (9 * a));
  return Math.exp(-(zSkew ** 2 + zTail ** 2) / 2);
}

/**
 * Probability of errors that differ so much in size between levels, where they don't: Brown and Forsythe's test, its F and degrees of freedom
 * lowered by the share of the runs that measure the error, as residuals of few degrees of freedom repeat each other.
 */
function spreadChance(studentised: Float64Array, levels: readonly Cell[], freedom: number): number {
  const groups = new Map<Cell, number[]>();
  levels.forEach((level, row) => {
    const own = groups.get(level) ?? [];
    groups.set(level, own);
    own.push(studentised[row] ?? 0);
  });
  const share = Math.min(1, freedom / studentised.length);
  const used = [...groups.values()].filter((own) => own.length * share > 2);
  if (used.length < 2) return 1;
  const sizes = used.map((own) => {
    const middle = medianOf(own);
    return own.map((value) => Math.abs(value - middle));
  });
  const meanOf = (own: readonly number[]): number =>
    own.reduce((sum, x) => sum + x, 0) / own.length;
  const all = sizes.flat();
  const mean = meanOf(all);
  const between = sizes.reduce((sum, own) => sum + own.length * (meanOf(own) - mean) ** 2, 0);
  const within = sizes.reduce((sum, own) => {
    const centre = meanOf(own);
    return sum + own.reduce((part, x) => part + (x - centre) ** 2, 0);
  }, 0);
  const over = used.length - 1;
  const under = (all.length - used.length) * share;
  return varianceRatioTail(between / over / (within / under), over, Math.max(1, under));
}

/** The middle value, or halfway between the two. @param values one or more */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}
