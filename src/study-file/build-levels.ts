/** Lists of values: the levels of an input, the cases of a Case variable. */
import type { Cell } from '../design/cell.ts';
import type { InputSource } from '../design/input-source.ts';
import { numberSlip } from '../numbers/index.ts';
import { expectedOfText } from '../study/table-column.ts';
import { warnOfUnits } from './warn-of-units.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import { kindHint } from './kind-hint.ts';

/** @returns the levels of an input; undefined where an issue was added */
export function buildLevels(
  values: readonly Cell[],
  weights: readonly number[] | undefined,
  path: DocumentPath,
  issues: IssueList,
): InputSource | undefined {
  if (refuseUnsafeText(values, path, issues)) return undefined;
  if (refuseSlips(values, path, issues)) return undefined;
  const doubled = firstDouble(values);
  if (doubled !== undefined) {
    issues.at(
      [...path, 'values', doubled],
      `Expected each level once, got ${JSON.stringify(values[doubled])} again`,
      doubleHint(values),
    );
  }
  warnOfCommas(values, path, issues);
  warnOfUnits(values, { path: [...path, 'values'] }, issues);
  if (weights !== undefined && !areWeights(weights, values.length, path, issues)) return undefined;
  if (doubled !== undefined) return undefined;
  return { kind: 'levels', values, ...(weights === undefined ? {} : { weights }) };
}

/** @returns whether there is one weight per level, and they sum to 1; an issue was added where not */
function areWeights(
  weights: readonly number[],
  levels: number,
  path: DocumentPath,
  issues: IssueList,
): boolean {
  if (weights.length !== levels) {
    issues.at(
      [...path, 'weights'],
      `Expected ${levels} weights, one per level, got ${weights.length}`,
      weights.length > levels
        ? 'remove weights, or add levels to `values`; weights sum to 1'
        : 'add weights, or leave `weights` out where all levels weigh the same',
    );
    return false;
  }
  const wrong = weights.findIndex((weight) => !(weight >= 0));
  if (wrong >= 0) {
    issues.at(
      [...path, 'weights', wrong],
      `Expected a weight of at least 0, got ${weights[wrong]}`,
    );
    return false;
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (Math.abs(total - 1) > 1e-9) {
    const hint =
      total > 0
        ? `[${weights.map((weight) => Number((weight / total).toPrecision(6))).join(', ')}]`
        : undefined;
    issues.at(
      [...path, 'weights'],
      `Expected weights that sum to 1, got a sum of ${Number(total.toPrecision(12))}`,
      hint,
    );
    return false;
  }
  return true;
}

/** @returns whether one of the `values` at `path` is a text that would not reach its run unchanged; the issue was added then */
export function refuseUnsafeText(
  values: readonly Cell[],
  path: DocumentPath,
  issues: IssueList,
): boolean {
  const broken = values.findIndex((value) => expectedOfText(value) !== undefined);
  if (broken < 0) return false;
  const value = values[broken] ?? '';
  issues.at(
    [...path, 'values', broken],
    `Expected ${expectedOfText(value) ?? ''}, got ${JSON.stringify(value)}`,
    'values travel in the one-line rows of a CSV file; put other texts into a template, and let the value choose among them',
  );
  return true;
}

/** @returns whether a text among numbers was meant as one of them; the issue was added then */
export function refuseSlips(
  values: readonly Cell[],
  path: DocumentPath,
  issues: IssueList,
): boolean {
  if (!values.some((value) => typeof value === 'number')) return false;
  let isRefused = false;
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string') continue;
    const hint = kindHint('number', value, [...path, 'values', index]);
    if (numberSlip(value) === undefined) continue;
    issues.at(
      [...path, 'values', index],
      `Expected a number, as beside it, got the text ${JSON.stringify(value)}`,
      hint,
    );
    isRefused = true;
  }
  return isRefused;
}

/** What to write where a value stands twice. */
export function doubleHint(values: readonly Cell[]): string {
  const meant = withPoints(values);
  const points = meant === undefined ? '' : `, or, where commas are decimal ones, ${meant}`;
  return `write each once${points}`;
}

/** `1,5, 2,7` as a list holds four numbers: told where they are in no order, but those before the commas are. */
function warnOfCommas(values: readonly Cell[], path: DocumentPath, issues: IssueList): void {
  const meant = withPoints(values);
  if (meant === undefined || firstDouble(values) !== undefined) return;
  const numbers = values.map(Number);
  const isAscending = (list: readonly number[]): boolean =>
    list.every((value, index) => index === 0 || value >= (list[index - 1] ?? value));
  const fractions = numbers.filter((_, index) => index % 2 === 1);
  if (isAscending(numbers) || isAscending(numbers.toReversed())) return;
  if (!isAscending(numbers.filter((_, index) => index % 2 === 0))) return;
  if (fractions.some((digit) => digit > 9)) return;
  issues.warn({
    place: { path: [...path, 'values'], offset: 0 },
    message: `The list has ${numbers.length} values: ${numbers.join(', ')}`,
    hint: `where the commas are decimal ones, write ${meant}`,
  });
}

/** The list that was meant where commas between whole numbers were decimal ones; undefined where they can't be. */
function withPoints(values: readonly Cell[]): string | undefined {
  const isWhole = values.every(
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  );
  if (!isWhole || values.length < 4 || values.length % 2 !== 0) return undefined;
  const pairs = values.flatMap((value, index) =>
    index % 2 === 0 ? [`${value}.${values[index + 1]}`] : [],
  );
  return new Set(pairs).size === pairs.length ? `[${pairs.join(', ')}]` : undefined;
}

/** @returns the index of the first value that was there before */
export function firstDouble(values: readonly Cell[]): number | undefined {
  const seen = new Set<Cell>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) return index;
    seen.add(value);
  }
  return undefined;
}
