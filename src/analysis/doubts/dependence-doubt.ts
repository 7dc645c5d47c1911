import { normalQuantile } from '../../distributions/index.ts';
import type { ColumnViews } from '../column-views.ts';
import { spearman } from '../pearson.ts';
import type { NumericColumn, StudyStructure } from '../study-table.ts';

/** Smaller correlations of ranks move indices by less than a tenth. */
const leastCorrelation = 0.3;

/** So often any pair of independent inputs is taken for a dependent one. */
const chance = 0.01;

/** Pairs that are named; the others are counted. */
const mostNamed = 3;

/**
 * Why shares of the variance don't add up: the design makes inputs depend on each other, or the rows of a table show that they do;
 * false where nothing says so.
 */
export function dependenceDoubt(
  inputs: readonly NumericColumn[],
  structure: StudyStructure | undefined,
  views: ColumnViews,
): string | false {
  if (structure?.dependence !== undefined) {
    return `${structure.dependence} makes the inputs depend on each other: ${counted}`;
  }
  if (structure !== undefined && structure.method !== 'table') return false;
  const found = dependentPairs(inputs, views);
  if (found.length === 0) return false;
  const named = found.slice(0, mostNamed).map(({ first, second, r }) => {
    return `${first} and ${second} go together in the rows (correlation of ranks ${r.toFixed(2)})`;
  });
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more pairs` : '';
  return `${named.join(', ')}${more}: ${counted}`;
}

const counted =
  'the index of one counts what it does and what goes with it, so indices add up to more than there is, and what they lack to 1 tells nothing';

function dependentPairs(inputs: readonly NumericColumn[], views: ColumnViews) {
  const pairs = (inputs.length * (inputs.length - 1)) / 2;
  const limit = normalQuantile(1 - chance / 2 / Math.max(1, pairs));
  return inputs
    .flatMap(({ name: first, values }, at) =>
      inputs.slice(at + 1).map(({ name: second, values: others }) => {
        const rows = values.filter((x, row) => Number.isFinite(x + (others[row] ?? NaN))).length;
        return { first, second, rows, r: spearman(values, others, views) ?? 0 };
      }),
    )
    .filter(
      ({ r, rows }) =>
        Math.abs(r) > leastCorrelation &&
        Math.atanh(Math.min(Math.abs(r), 1 - 1e-12)) * Math.sqrt(Math.max(0, rows - 3)) > limit,
    )
    .sort((a, b) => Math.abs(b.r) - Math.abs(a.r));
}
