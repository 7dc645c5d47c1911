import { normalQuantile } from '../../distributions/index.ts';
import { takesAtMost } from '../count-distinct.ts';
import { spearman } from '../pearson.ts';
import { numbersOf, type StudyColumn, type StudyStructure } from '../study-table.ts';

/** Chance of a doubt over all pairs together, where the rows follow the study. */
const chance = 1e-3;

/** Fewer rows than this don't show a correlation. */
const leastRows = 8;

/** A wanted correlation of columns with a smaller share of different values is weaker than asked for, as ties are. */
const leastDistinct = 0.5;

/** Pairs that are named; the others are counted. */
const mostNamed = 3;

/**
 * Drawn inputs that go together otherwise than the study says (`design.correlation`; else not at all), by the correlation of their ranks.
 * False under `design.where`, which makes correlations of its own.
 * @param inputs those that the design draws, one row for each draw
 * @see E. C. Fieller, H. O. Hartley, E. S. Pearson (1957), doi:10.1093/biomet/44.3-4.470: the error of a rank correlation
 */
export function pairDoubt(
  inputs: readonly StudyColumn[],
  { dependence, distributions = {}, options }: StudyStructure,
): string | false {
  if (dependence === 'design.where') return false;
  const drawn = inputs.flatMap(({ name, values }) => {
    const numbers = distributions[name] === undefined ? undefined : numbersOf(values);
    return numbers ? [{ name, values: numbers }] : [];
  });
  const rows = drawn[0]?.values.length ?? 0;
  if (rows < leastRows) return false;
  const limit = normalQuantile(1 - chance / Math.max(1, drawn.length * (drawn.length - 1)));
  const found = drawn.flatMap((one, place) =>
    drawn.slice(place + 1).flatMap((other) => {
      const wanted = wantedOf(options['correlation'], one.name, other.name);
      if (wanted !== 0 && [one, other].some(({ values }) => hasTies(values))) return [];
      const own = spearman(one.values, other.values);
      if (own === undefined) return [];
      const isOff = Math.abs(atanh(own) - atanh(wanted)) * Math.sqrt((rows - 3) / 1.06) > limit;
      return isOff
        ? [`${one.name} and ${other.name} ${own.toFixed(2)}, not ${wanted.toFixed(2)}`]
        : [];
    }),
  );
  const more = found.length > mostNamed ? `, and ${found.length - mostNamed} more pairs` : '';
  return (
    found.length > 0 &&
    `inputs go together otherwise than the study file says (correlation of ranks of ${found.slice(0, mostNamed).join('; ')}${more}): means, scatter, percentiles, shares below a level and correlations are of these rows only`
  );
}

function hasTies(values: Float64Array): boolean {
  return takesAtMost(values, leastDistinct * values.length);
}

function atanh(r: number): number {
  return Math.atanh(Math.max(-1, Math.min(1, r)) * (1 - 1e-12));
}

/** The rank correlation that the option `correlation` asks for. */
function wantedOf(option: unknown, one: string, other: string): number {
  for (const entry of Array.isArray(option) ? (option as readonly unknown[]) : []) {
    if (!Array.isArray(entry)) continue;
    const [first, second, value] = entry as readonly unknown[];
    const isPair = (first === one && second === other) || (first === other && second === one);
    if (isPair && typeof value === 'number') return value;
  }
  return 0;
}
