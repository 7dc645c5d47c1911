import type { Distribution } from './distribution.ts';

/**
 * A distribution on levels.
 * @param levels ascending, at least one
 * @param weights as many as levels, none negative, with a positive sum; default: equal
 */
export function createOnLevels(
  levels: readonly number[],
  weights?: readonly number[],
): Distribution {
  const count = levels.length;
  const pick = createLevelPicker(count, weights);
  const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? count;
  const probability = (index: number): number => (weights?.[index] ?? 1) / total;
  const mean = levels.reduce((sum, level, index) => sum + level * probability(index), 0);
  const at = (x: number): number => levels.indexOf(x);
  return {
    quantile: (p) => levels[pick(p)] ?? NaN,
    cdf: (x) =>
      levels.reduce((sum, level, index) => (level <= x ? sum + probability(index) : sum), 0),
    pdf: (x) => (at(x) < 0 ? 0 : probability(at(x))),
    mean,
    variance: levels.reduce(
      (sum, level, index) => sum + (level - mean) ** 2 * probability(index),
      0,
    ),
    support: [levels[0] ?? NaN, levels[count - 1] ?? NaN],
    levels,
    ...(weights === undefined ? {} : { weights }),
  };
}

/** @returns the index of the level whose share of (0, 1) holds `p`; the shares are in order and in proportion to the weights */
export function createLevelPicker(
  count: number,
  weights?: readonly number[],
): (p: number) => number {
  if (weights === undefined) return (p) => Math.min(count - 1, Math.floor(p * count));
  const ends = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index += 1) ends[index] = sum += weights[index] ?? 0;
  const last = weights.findLastIndex((weight) => weight > 0);
  return (p) => {
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > p * sum) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
