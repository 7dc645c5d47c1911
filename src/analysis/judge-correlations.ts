import { centre } from './centre.ts';
import { completeRows, varies } from './complete-rows.ts';
import { dominanceDoubt } from './dominant-run.ts';
import type { Judgement, JudgedResponse } from './estimator-trust.ts';
import { pearson, spearman } from './pearson.ts';
import { doubtInRows } from './row-doubts.ts';
import { rowStructureOf, type NumericColumn, type StudyStructure } from './study-table.ts';

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
  }: JudgedResponse,
  structure: StudyStructure | undefined,
): readonly Judgement[] {
  if (inputs.length === 0) return [];
  const finite = values.filter(Number.isFinite);
  const varying = inputs.filter((input) => varies(input.values));
  const isMissing = varying.length === 0 || !varies(finite);
  const ownDoubts = isMissing
    ? [varying.length === 0 ? 'no numeric input varies' : 'the response doesn’t vary']
    : [
        points < leastRuns &&
          `${points} ${points === used ? 'runs' : 'different rows of the inputs'}: a correlation of 0 has a 95 % interval of ± ${halfWidth(points)}`,
        tiesDoubt(finite),
        dominanceDoubt(name, values),
        ...varying.map((input) => dominanceDoubt(input.name, masked(input.values, values))),
        ...pairDoubts(varying, values),
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

function masked(values: Float64Array, by: Float64Array): Float64Array {
  return values.map((value, row) => (Number.isFinite(by[row]) ? value : NaN));
}

/** Ranks share places where values are equal, and classes have no distances. */
function tiesDoubt(values: Float64Array): string | false {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if (counts.size < leastValues) {
    return `the response takes ${counts.size} values only: correlations depend on how many runs have each; compare level means`;
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
): readonly (string | false)[] {
  const found = inputs.flatMap(({ name, values }) => {
    const [x = values, y = response] = completeRows([values, response]);
    const [straight, ranked] = [pearson(x, y), spearman(x, y)];
    if (straight === undefined || ranked === undefined) return [];
    const slack = 1 / Math.sqrt(x.length);
    const words = `${name} (Pearson ${straight.toFixed(2)}, Spearman ${ranked.toFixed(2)})`;
    return [
      {
        words,
        disagrees: Math.abs(straight - ranked) > 0.2 + slack,
        hangs: x.length >= 8 && largestInfluence(x, y, straight) > 0.1 + 2 * slack,
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
function largestInfluence(x: Float64Array, y: Float64Array, all: number): number {
  const n = x.length;
  const [u, v] = [centre(x).values, centre(y).values];
  const sums = { uu: 0, vv: 0, uv: 0 };
  for (let row = 0; row < n; row += 1) {
    const [a, b] = [u[row] ?? 0, v[row] ?? 0];
    sums.uu += a * a;
    sums.vv += b * b;
    sums.uv += a * b;
  }
  // Without row i, the mean moves by a / (n - 1), so that each sum loses n / (n - 1) of the row's product.
  const factor = n / (n - 1);
  return u.reduce((most, a, row) => {
    const b = v[row] ?? 0;
    const [uu, vv] = [sums.uu - factor * a * a, sums.vv - factor * b * b];
    const left = (sums.uv - factor * a * b) / Math.sqrt(uu * vv);
    return uu > 1e-12 * sums.uu && vv > 1e-12 * sums.vv ? Math.max(most, Math.abs(left - all)) : 2;
  }, 0);
}
