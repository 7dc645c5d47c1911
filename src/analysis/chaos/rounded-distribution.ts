import type { Cell } from '../../design/cell.ts';
import { createDistribution, integrate, type Distribution } from '../../distributions/index.ts';
import { createRounding } from '../../study/round-cells.ts';
import type { InputDistribution } from './polynomial-families.ts';
import { roundedValues } from './rounded-values.ts';

/** The distribution of an input after its values were rounded. */
export interface RoundedDistribution {
  readonly distribution: InputDistribution;
  /** Whether these are the values of a continuous distribution, rounded. */
  readonly isRounded: boolean;
  /** Why the rounding isn't in it, as what follows the input's name; absent where it is, or changes nothing. */
  readonly doubt?: string;
}

/** A distribution is replaced by at most so many values. */
const mostValues = 50_000;

/** Of more values, a share of the variance that rounding doesn't change by more is no matter. */
export const smallestShare = 1e-6;

/** Open tails go on to the first of these probabilities that few enough values reach. */
const tails = [1e-30, 1e-20, 1e-16];

/** The largest probability below 1 at which quantiles have digits, and where the density tells more than differences. */
const upperEnd = 1 - 1e-15;
const upperTail = 1e-5;

/**
 * The values that the pattern of a variable rounds to, each as likely as what is rounded to it. A continuous distribution stays where it
 * would be more than 50,000 values and the rounding, a step h, has a share of at most 1e-6 of the variance, h^2 / 12 of it, and of the
 * squared distance of the quartiles.
 */
export function roundedDistribution(
  distribution: InputDistribution,
  pattern: string | undefined,
): RoundedDistribution {
  if (pattern === undefined) return { distribution, isRounded: false };
  const values = roundedValues(pattern);
  const unknown = {
    ...{ distribution, isRounded: false },
    doubt: `is rounded by the format ${pattern}, which the polynomial chaos can’t follow: it is of values that aren’t rounded`,
  };
  if (!values) return unknown;
  if (distribution.kind === 'levels') {
    return { distribution: merged(distribution, pattern), isRounded: false };
  }
  const found = createDistribution(distribution.generator, distribution.settings);
  const { levels, weights, mean, variance, quantile } = found;
  if (levels) {
    const own = { kind: 'levels', values: levels, ...(weights ? { weights } : {}) } as const;
    return { distribution: merged(own, pattern), isRounded: false };
  }
  for (const tail of tails) {
    const all = values.between(...rangeOf(found, tail), mostValues);
    if (all) return { distribution: levelsOf(found, all), isRounded: true };
  }
  const sd = Math.sqrt(variance);
  const step = values.stepAt(Math.hypot(mean, sd));
  // Of a long tail the variance says little: what is steep where most values are sees the rounding there.
  const width = Math.min(sd, quantile(0.75) - quantile(0.25));
  return (step / width) ** 2 / 12 <= smallestShare ? { distribution, isRounded: false } : unknown;
}

function merged(
  { values, weights }: Extract<InputDistribution, { kind: 'levels' }>,
  format: string,
): InputDistribution {
  const round = createRounding({ name: '', format }) ?? ((value: number) => value);
  const shares = new Map<Cell, number>();
  values.forEach((value, place) => {
    const cell = typeof value === 'number' ? round(value) : value;
    shares.set(cell, (shares.get(cell) ?? 0) + (weights?.[place] ?? 1));
  });
  return { kind: 'levels', values: [...shares.keys()], weights: [...shares.values()] };
}

/** Open ends at probabilities beyond which nothing counts; above 1 - 1e-15 by steps of the standard deviation, as quantiles have no digits there. */
function rangeOf(
  { support, quantile, pdf, variance }: Distribution,
  tail: number,
): readonly [number, number] {
  const sd = Math.sqrt(variance);
  const low = support[0] === -Infinity ? quantile(tail) : support[0];
  if (support[1] < Infinity) return [low, support[1]];
  let high = quantile(upperEnd);
  for (let step = 0; step < 1000 && pdf(high) * sd > tail; step += 1) high += sd / 4;
  return [low, high];
}

function levelsOf(
  { cdf, pdf, variance, support }: Distribution,
  values: Float64Array,
): InputDistribution {
  const last = values.length - 1;
  const bounds = Array.from(
    values.subarray(1),
    (value, place) => value / 2 + (values[place] ?? NaN) / 2,
  );
  const below = [0, ...bounds.map(cdf), 1];
  const sd = Math.sqrt(variance);
  const weights = Array.from(values, (_, place) => {
    const [from, to] = [bounds[place - 1], bounds[place]];
    const own = (below[place + 1] ?? 1) - (below[place] ?? 0);
    const isTail = support[1] === Infinity && 1 - (below[place] ?? 0) < upperTail;
    if (!isTail || from === undefined) return Math.max(0, own);
    const end = to ?? from + 4 * sd;
    return integrate(pdf, from, end, end - from > sd / 4 ? 64 : 1);
  });
  return last === 0
    ? { kind: 'levels', values: [...values] }
    : { kind: 'levels', values: [...values], weights };
}
