import { normalCdf } from '../distributions/index.ts';
import type { Cell } from '../design/cell.ts';
import { ranks } from './ranks.ts';
import { numbersOf } from './study-table.ts';

/** An input with more texts than this names its runs rather than groups them. */
const mostTexts = 50;

/** An input whose values differ between failed and accepted runs. */
export interface FailureBias {
  readonly input: string;
  /** The value in question of an input that holds texts. */
  readonly level?: string;
  /** Where the failed runs lie; `high` of a text: where it is taken. */
  readonly side: 'low' | 'high';
  /** Probability that a failed run has the larger value than an accepted one; 0.5 = no relation. */
  readonly share: number;
  readonly pValue: number;
}

/**
 * Inputs with which failures go together, by the rank-sum test: statistics over the survivors then describe another population than
 * the design asked for. Of texts each value is held against the others, and the
 * clearest one is reported. The level is 1 % over all tests together.
 * @see H. B. Mann, D. R. Whitney (1947), doi:10.1214/aoms/1177730491
 */
export function failureBias(
  inputs: readonly { readonly name: string; readonly values: Float64Array | readonly Cell[] }[],
  accepted: readonly boolean[],
): readonly FailureBias[] {
  const tests = inputs.flatMap(({ name, values }) => questionsOf(name, values));
  const found = tests.flatMap(({ input, level, values }) => {
    const rows = accepted.flatMap((isAccepted, row) =>
      Number.isFinite(values[row]) ? [{ isAccepted, row }] : [],
    );
    const failed = rows.filter(({ isAccepted }) => !isAccepted).length;
    const passed = rows.length - failed;
    if (failed < 3 || passed < 3) return [];
    const ranked = ranks(Float64Array.from(rows, ({ row }) => values[row] ?? NaN));
    const sum = ranked.reduce(
      (total, rank, place) => (rows[place]?.isAccepted === true ? total : total + rank),
      0,
    );
    const mean = ranked.reduce((total, rank) => total + rank, 0) / ranked.length;
    const spread =
      ranked.reduce((total, rank) => total + (rank - mean) ** 2, 0) / (ranked.length - 1);
    const deviation = sum - failed * mean;
    const sigma = Math.sqrt((failed * passed * spread) / ranked.length);
    if (!(sigma > 0)) return [];
    const pValue = 2 * normalCdf(-Math.abs(deviation) / sigma);
    if (pValue > 0.01 / tests.length) return [];
    const share = (sum - (failed * (failed + 1)) / 2) / (failed * passed);
    const side = deviation < 0 ? ('low' as const) : ('high' as const);
    return [{ input, ...(level === undefined ? {} : { level }), side, share, pValue }];
  });
  const isPlainer = (one: FailureBias, other: FailureBias): boolean =>
    one.pValue < other.pValue ||
    (one.pValue === other.pValue && one.side === 'high' && other.side === 'low');
  return found.filter(
    (own) => !found.some((other) => other.input === own.input && isPlainer(other, own)),
  );
}

/** Where failures lie, in words such as `high values of x` or `S235 of grade`. */
export function describeBias({ input, level, side }: FailureBias): string {
  if (level === undefined) return `${side} values of ${input}`;
  return side === 'high' ? `${level} of ${input}` : `values of ${input} other than ${level}`;
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
