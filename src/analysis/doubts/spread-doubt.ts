import { createDistribution, normalCdf } from '../../distributions/index.ts';
import { createNearest } from '../chaos/discrete-family.ts';
import type { InputDistribution } from '../chaos/polynomial-families.ts';
import { roundedDistribution } from '../chaos/rounded-distribution.ts';
import { sortedFinite } from '../quantiles.ts';
import { numbersOf, type StudyColumn, type StudyStructure } from '../study-table.ts';

/** Chance of a doubt over all inputs together, where they are drawn from their distributions. */
const chance = 1e-3;

/** Fewer rows than this don't show a distribution. */
const leastRows = 8;

/**
 * Inputs whose values in the rows don't follow the distributions that the study file states, by Kolmogorov's test, or of levels by the largest
 * difference of a share; values that were rounded count up to the middle between them. None where inputs depend on each other.
 * @param inputs one row for each draw
 */
export function spreadDoubt(
  inputs: readonly StudyColumn[],
  { distributions = {}, formats = {}, dependence }: StudyStructure,
): string | false {
  if (dependence !== undefined) return false;
  const stated = inputs.flatMap(({ name, values }) => {
    const distribution = distributions[name];
    return distribution ? [{ name, values, distribution }] : [];
  });
  const found = stated.flatMap(({ name, values, distribution }) => {
    const fault =
      beyondFault(values, distribution, formats[name]) ??
      roundingFault(values, distribution, formats[name]);
    if (fault !== undefined) return [`${name} (${fault})`];
    const difference = differenceOf(values, distribution, chance / stated.length);
    return difference === undefined
      ? []
      : [`${name} (shares of rows differ by up to ${difference.toFixed(2)})`];
  });
  return (
    found.length > 0 &&
    `the rows don't follow the distributions in the study file: ${found.slice(0, 5).join(', ')}${found.length > 5 ? ', …' : ''}; means, scatter, percentiles, shares below a level and correlations are of these rows only`
  );
}

/** The largest difference of shares where it is no chance; undefined otherwise. */
function differenceOf(
  values: StudyColumn['values'],
  source: InputDistribution,
  level: number,
): number | undefined {
  if (values.length < leastRows) return undefined;
  if (source.kind === 'levels') return levelDifference(values, source, level);
  const numbers = numbersOf(values);
  const { cdf, levels } = createDistribution(source.generator, source.settings);
  if (!numbers || levels) return undefined;
  const sorted = sortedFinite(numbers);
  const n = sorted.length;
  let difference = 0;
  for (let place = 0; place + 1 < n; place += 1) {
    const [x = NaN, next = NaN] = [sorted[place], sorted[place + 1]];
    if (x === next) continue;
    difference = Math.max(difference, Math.abs((place + 1) / n - cdf(x / 2 + next / 2)));
  }
  return 2 * Math.exp(-2 * n * difference ** 2) < level ? difference : undefined;
}

function levelDifference(
  values: StudyColumn['values'],
  { values: levels, weights }: Extract<InputDistribution, { kind: 'levels' }>,
  level: number,
): number | undefined {
  const total = levels.reduce<number>((sum, _, place) => sum + (weights?.[place] ?? 1), 0);
  const n = values.length;
  const known = new Set<unknown>(levels);
  // Rounded by a format, they are no levels any more.
  if (!Array.from<unknown>(values).every((value) => known.has(value))) return undefined;
  const differences = levels.flatMap((wanted, place) => {
    const share = (weights?.[place] ?? 1) / total;
    const own = Array.from<unknown>(values).filter((value) => value === wanted).length / n;
    const error = Math.sqrt((share * (1 - share)) / n);
    const isClear = n * Math.min(share, 1 - share) >= 5;
    const p = 2 * normalCdf(-Math.abs(own - share) / error);
    return isClear && p < level / levels.length ? [Math.abs(own - share)] : [];
  });
  return differences.length > 0 ? Math.max(...differences) : undefined;
}

/** More rows than this beyond an end of the distribution make another input of it. */
const mostBeyond = 0.01;

/** How many rows have values that the distribution can't give; undefined where hardly any has. Rounded by a format, one at the end may lie beyond it. */
function beyondFault(
  values: StudyColumn['values'],
  distribution: InputDistribution,
  format: string | undefined,
): string | undefined {
  const numbers = numbersOf(values);
  if (!numbers || distribution.kind === 'levels' || values.length < leastRows) return undefined;
  const stated = roundedDistribution(distribution, format);
  if (stated.isRounded) return undefined;
  const { support } = createDistribution(distribution.generator, distribution.settings);
  const [low, high] = support;
  const margin = nearness * Math.max(...support.filter(Number.isFinite).map(Math.abs), 0);
  const beyond = numbers.filter((x) => x < low - margin || x > high + margin).length;
  return beyond > mostBeyond * numbers.length
    ? `${beyond} of ${numbers.length} rows lie beyond the ends of its distribution`
    : undefined;
}

/** Written with fewer digits, a value at an end may lie beyond it by this share. */
const nearness = 1e-6;

/** More rows than this that aren't rounded as the study says make another input of it. */
const mostUnrounded = 0.01;

/** Where rounding to a step h has this share of the variance, times the root of the rows, it moves the scatter by a third of its interval's half. */
const mostOfRounding = 0.5;

/** How the rows are rounded otherwise than the study says; undefined where they aren't. @param format that the study states */
function roundingFault(
  values: StudyColumn['values'],
  distribution: InputDistribution,
  format: string | undefined,
): string | undefined {
  const numbers = numbersOf(values);
  if (!numbers || values.length < leastRows) return undefined;
  const stated = roundedDistribution(distribution, format);
  if (stated.isRounded && stated.distribution.kind === 'levels') {
    const placeOf = createNearest(stated.distribution.values.map(Number));
    const others = numbers.filter((value) => placeOf(value) === undefined).length;
    return others > mostUnrounded * numbers.length
      ? `${others} of ${numbers.length} rows have values that its format ${format} doesn't give`
      : undefined;
  }
  if (distribution.kind === 'levels') return undefined;
  const step = stepOf(numbers);
  const { levels, variance } = createDistribution(distribution.generator, distribution.settings);
  if (levels || step === undefined || format !== undefined) return undefined;
  const share = step ** 2 / 12 / variance;
  return share * Math.sqrt(numbers.length) > mostOfRounding
    ? `its rows are rounded to steps of ${step.toPrecision(2)}, and the study has no format of it`
    : undefined;
}

/** The step of the grid that values which repeat lie on; undefined where they lie on none. */
function stepOf(numbers: Float64Array): number | undefined {
  const distinct = sortedFinite(Float64Array.from(new Set(numbers)));
  if (distinct.length < 2 || distinct.length >= numbers.length / 2) return undefined;
  const gaps = distinct.subarray(1).map((x, place) => x - (distinct[place] ?? x));
  const step = gaps.reduce((least, gap) => Math.min(least, gap), Infinity);
  return gaps.every((gap) => Math.abs(gap / step - Math.round(gap / step)) <= 0.01)
    ? step
    : undefined;
}
