import type { Cell } from '../design/cell.ts';
import type { FailureBias } from './describe-bias.ts';
import { cornerBias } from './failure-corners.ts';
import { rankSumTest } from './rank-sum-test.ts';
import { numbersOf } from './study-table.ts';

/** An input with more texts than this names its runs rather than groups them. */
const mostTexts = 50;

/**
 * Inputs with which failures go together, by the rank-sum test: statistics over the survivors then describe another population than
 * the design asked for. Of texts each value is held against the others, and the
 * clearest one is reported. Where no input shows anything by itself, corners of two are looked at. The level is 1 % over all tests together, and
 * over all corners.
 * @see H. B. Mann, D. R. Whitney (1947), doi:10.1214/aoms/1177730491
 */
export function failureBias(
  inputs: readonly { readonly name: string; readonly values: Float64Array | readonly Cell[] }[],
  accepted: readonly boolean[],
): readonly FailureBias[] {
  const tests = inputs.flatMap(({ name, values }) => questionsOf(name, values));
  const found = tests.flatMap(({ input, level, values }) => {
    const test = rankSumTest(values, accepted);
    if (!test || test.pValue > 0.01 / tests.length) return [];
    return [{ input, ...(level === undefined ? {} : { level }), ...test }];
  });
  const isPlainer = (one: FailureBias, other: FailureBias): boolean =>
    one.pValue < other.pValue ||
    (one.pValue === other.pValue && one.side === 'high' && other.side === 'low');
  const plainest = found.filter(
    (own) => !found.some((other) => other.input === own.input && isPlainer(other, own)),
  );
  return plainest.length > 0 ? plainest : cornerBias(inputs, accepted);
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
