import { createDistribution, normalCdf } from '../distributions/index.ts';
import type { InputDistribution } from './chaos/polynomial-families.ts';
import { sortedFinite } from './quantiles.ts';
import { numbersOf, type StudyColumn, type StudyStructure } from './study-table.ts';

/** Chance of a doubt over all inputs together, where they are drawn from their distributions. */
const chance = 1e-3;

/** Fewer rows than this don't show a distribution. */
const leastRows = 8;

/**
 * Inputs whose values in the rows don't follow the distributions that the study file states, by Kolmogorov's test, or of levels by the largest
 * difference of a share; values that were rounded count up to the middle between them. None where inputs depend on each other.
 */
export function spreadDoubt(
  inputs: readonly StudyColumn[],
  { distributions = {}, dependence }: StudyStructure,
): string | false {
  if (dependence !== undefined) return false;
  const stated = inputs.flatMap(({ name, values }) => {
    const distribution = distributions[name];
    return distribution ? [{ name, values, distribution }] : [];
  });
  const found = stated.flatMap(({ name, values, distribution }) => {
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
