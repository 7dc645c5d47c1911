import { isComplete, scatterOf, type ColumnViews } from '../column-views.ts';
import { completeRows, varies } from '../complete-rows.ts';
import { dominanceDoubt } from '../doubts/dominant-run.ts';
import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { pearson, spearman } from '../pearson.ts';
import { doubtInRows } from '../doubts/row-doubts.ts';
import { rowStructureOf, type NumericColumn, type StudyStructure } from '../study-table.ts';

/** With fewer runs, the 95 % interval of no correlation reaches beyond 0.5. */
const leastRuns = 16;

/** Responses of fewer values are classes rather than numbers. */
const leastValues = 5;

/** How many pairs a reason names. */
const mostNamed = 3;

/** Judges the correlations of a response with inputs and other responses. */
export function judgeCorrelations(
  {
    name,
    values,
    planned,
    used,
    points,
    lost,
    repeated,
    gridded,
    chained,
    tied,
    inputs,
    counted,
    views,
  }: JudgedResponse,
  structure: StudyStructure | undefined,
): readonly Judgement[] {
  if (inputs.length === 0) return [];
  const [finite = values] = completeRows([counted.values], views);
  const varying = inputs.filter((input) => views.once(varies, input.values));
  const isMissing = varying.length === 0 || !varies(finite);
  const ownDoubts = isMissing
    ? [varying.length === 0 ? 'no numeric input varies' : 'the response doesn’t vary']
    : [
        points < leastRuns &&
          `${points} ${points === used ? 'runs' : 'different rows of the inputs'}: a correlation of 0 has a 95 % interval of ± ${halfWidth(points)}`,
        tiesDoubt(finite),
        dominanceDoubt(name, values, views),
        ...varying.map((input) =>
          dominanceDoubt(input.name, masked(input.values, values, views), views),
        ),
        ...pairDoubts(
          counted.inputs.filter((input) => varying.some((one) => one.name === input.name)),
          counted.values,
          views,
        ),
      ];
  const rows = rowStructureOf(structure);
  const chosen =
    !isMissing &&
    rows !== 'pick-freeze' &&
    doubtInRows(structure, 'correlations, which depend on how far apart the rows are,');
  const reasons = [
    ...ownDoubts,
    chosen,
    !isMissing && gridded,
    !isMissing && chained,
    !isMissing && tied,
    repeated,
    lost,
  ];
  return [{ needs: 'each run', planned, used, isMissing, reasons }];
}

/** Of no correlation, by Fisher's transformation. */
function halfWidth(count: number): string {
  return count > 3 ? Math.tanh(1.96 / Math.sqrt(count - 3)).toFixed(2) : '1';
}

function masked(values: Float64Array, by: Float64Array, views: ColumnViews): Float64Array {
  if (views.once(isComplete, by)) return values;
  return values.map((value, row) => (Number.isFinite(by[row]) ? value : NaN));
}

/** Ranks share places where values are equal, and classes have no distances. */
function tiesDoubt(values: Float64Array): string | false {
  const sorted = values.slice().sort();
  let [count, most] = [0, 0];
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    count += 1;
    most = Math.max(most, end - start);
  }
  if (count < leastValues) {
    return `the response takes ${count} values only: correlations depend on how many runs have each; compare level means`;
  }
  return (
    most > values.length / 2 &&
    `${most} of ${values.length} runs have the same value of the response: ranks tell little among them`
  );
}

/** Pairs whose two correlations disagree, or whose Pearson's hangs on one run. */
function pairDoubts(
  inputs: readonly NumericColumn[],
  response: Float64Array,
  views: ColumnViews,
): readonly (string | false)[] {
  const found = inputs.flatMap(({ name, values }) => {
    const [x = values, y = response] = completeRows([values, response], views);
    const [straight, ranked] = [pearson(x, y, views), spearman(x, y, views)];
    if (straight === undefined || ranked === undefined) return [];
    const slack = 1 / Math.sqrt(x.length);
    const words = `${name} (Pearson ${straight.toFixed(2)}, Spearman ${ranked.toFixed(2)})`;
    return [
      {
        words,
        disagrees: Math.abs(straight - ranked) > 0.2 + slack,
        hangs: x.length >= 8 && largestInfluence(x, y, straight, views) > 0.1 + 2 * slack,
      },
    ];
  });
  const named = (list: readonly { readonly words: string }[]): string =>
    list
      .slice(0, mostNamed)
      .map(({ words }) => words)
      .join(', ') + (list.length > mostNamed ? `, … (${list.length})` : '');
  const apart = found.filter(({ disagrees }) => disagrees);
  const hanging = found.filter(({ hangs }) => hangs);
  return [
    apart.length > 0 &&
      `Pearson and Spearman disagree for ${named(apart)}: the relation is bent or a few runs decide it; trust Spearman where it only rises or falls`,
    hanging.length > 0 &&
      `without one run, Pearson changes by more than its error for ${named(hanging)}`,
  ];
}

/** Largest change of Pearson's correlation when one row is left out. */
function largestInfluence(
  x: Float64Array,
  y: Float64Array,
  all: number,
  views: ColumnViews,
): number {
  const n = x.length;
  const [u, v] = [views.once(scatterOf, x).values, views.once(scatterOf, y).values];
  const sums = { uu: 0, vv: 0, uv: 0 };
  for (let row = 0; row < n; row += 1) {
    const [a, b] = [u[row] ?? 0, v[row] ?? 0];
    sums.uu += a * a;
    sums.vv += b * b;
    sums.uv += a * b;
  }
  // Without row i, the mean moves by a / (n - 1), so that each sum loses n / (n - 1) of the row's product.
  const factor = n / (n - 1);
  let most = 0;
  for (let row = 0; row < n; row += 1) {
    const [a, b] = [u[row] ?? 0, v[row] ?? 0];
    const uu = sums.uu - factor * a * a;
    const vv = sums.vv - factor * b * b;
    const left = (sums.uv - factor * a * b) / Math.sqrt(uu * vv);
    most = uu > 1e-12 * sums.uu && vv > 1e-12 * sums.vv ? Math.max(most, Math.abs(left - all)) : 2;
  }
  return most;
}
