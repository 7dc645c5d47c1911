import type { Cell } from '../../design/cell.ts';
import type { FailureBias } from './describe-bias.ts';
import { cornerBias } from './failure-corners.ts';
import { failureShares } from './failure-shares.ts';
import { countTests, placeOfFailures } from './failure-tests.ts';
import { numbersOf, type NumericColumn, type StudyColumn } from '../study-table.ts';

/** An input with more texts than this names its runs rather than groups them. */
const mostTexts = 50;

/** How failures are looked at. */
interface BiasSettings {
  /** Of a finding over all inputs, where nothing goes together. */
  readonly chance?: number;
  /** What runs share of their inputs; absent: nothing. */
  readonly shared?: Uint32Array | undefined;
}

/**
 * Inputs with which failures go together, by tests of shift, spread and any stretch (of texts, of shift): statistics over the survivors then describe another population than
 * the design asked for. Of texts each value is held against the others, and the
 * clearest one is reported. Where no input shows anything by itself, corners of two are looked at. The level is 1 % over all tests together, and
 * over all corners.
 * @see H. B. Mann, D. R. Whitney (1947), doi:10.1214/aoms/1177730491
 */
export function failureBias(
  inputs: readonly { readonly name: string; readonly values: Float64Array | readonly Cell[] }[],
  accepted: readonly boolean[],
  { chance = 0.01, shared }: BiasSettings = {},
): readonly FailureBias[] {
  const lost = accepted.reduce((count, isAccepted) => (isAccepted ? count : count + 1), 0);
  if (lost === 0) return [];
  const questions = inputs.flatMap(({ name, values }) => questionsOf(name, values));
  const tests = questions.reduce((sum, { values }) => sum + countTests(values), 0);
  const found = questions.flatMap(({ input, level, values }) => {
    const { columns, failed } = failureShares([values], accepted, shared);
    const test = placeOfFailures(columns[0] ?? values, failed, chance / tests);
    if (!test) return [];
    return [{ input, ...(level === undefined ? {} : { level }), ...test }];
  });
  const isPlainer = (one: FailureBias, other: FailureBias): boolean =>
    one.pValue < other.pValue ||
    (one.pValue === other.pValue && one.side === 'high' && other.side === 'low');
  const plainest = found.filter(
    (own) => !found.some((other) => other.input === own.input && isPlainer(other, own)),
  );
  return plainest.length > 0 ? plainest : cornerBias(inputs, accepted, chance, shared);
}

/**
 * Inputs with which missing values of responses go together, among the runs that count; responses that lack the same runs are asked together.
 * @param responses over all runs, NaN where a run gave none
 */
export function missingValueBias(
  inputs: readonly StudyColumn[],
  responses: readonly NumericColumn[],
  accepted: readonly boolean[],
  shared?: Uint32Array,
): readonly FailureBias[] {
  const patterns = new Map<string, { readonly names: string[]; readonly isKnown: boolean[] }>();
  for (const { name, values } of responses) {
    const isKnown = accepted.map((own, row) => own && Number.isFinite(values[row]));
    if (accepted.every((own, row) => own === isKnown[row])) continue;
    const key = isKnown.map(Number).join('');
    const pattern = patterns.get(key) ?? { names: [], isKnown };
    pattern.names.push(name);
    patterns.set(key, pattern);
  }
  if (patterns.size === 0) return [];
  const counted = inputs.map(({ name, values }) => ({
    name,
    values: Array.from<Cell, Cell>(values, (cell, row) => (accepted[row] === true ? cell : NaN)),
  }));
  return [...patterns.values()].flatMap(({ names, isKnown }) =>
    failureBias(counted, isKnown, { chance: 0.01 / patterns.size, shared }).map((found) => ({
      responses: names,
      ...found,
    })),
  );
}

/** Columns of numbers as they are; of texts with few values, one column a value: 1 where it is taken. */
function questionsOf(
  input: string,
  values: Float64Array | readonly Cell[],
): readonly { readonly input: string; readonly level?: string; readonly values: Float64Array }[] {
  const numbers = numbersOf(values);
  if (numbers) return [{ input, values: numbers }];
  const levels = [...new Set(values)].filter((level) => typeof level === 'string');
  if (levels.length > mostTexts) return [];
  return levels.map((level) => ({
    input,
    level,
    values: Float64Array.from(values, (value) =>
      typeof value === 'number' && Number.isNaN(value) ? NaN : Number(value === level),
    ),
  }));
}
