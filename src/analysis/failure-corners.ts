import type { Cell } from '../design/cell.ts';
import type { FailureBias } from './describe-bias.ts';
import { rankSumTest } from './rank-sum-test.ts';
import { ranks } from '../numbers/ranks.ts';
import { numbersOf } from './study-table.ts';

/** More values than this aren't ranked. */
const mostValues = 5e6;

const sides = ['low', 'high'] as const;

/**
 * The corner of two inputs in which failures lie, at a level over all corners together: a run is as deep in a corner as the less extreme of its two ranks. Failures there
 * hardly show in either input alone.
 * @returns at most one
 */
export function cornerBias(
  inputs: readonly { readonly name: string; readonly values: Float64Array | readonly Cell[] }[],
  accepted: readonly boolean[],
  chance: number,
): readonly FailureBias[] {
  const numeric = inputs.flatMap(({ name, values }) => {
    const numbers = numbersOf(values);
    return numbers ? [{ name, numbers }] : [];
  });
  const tests = 2 * numeric.length * (numeric.length - 1);
  const failed = accepted.filter((isAccepted) => !isAccepted).length;
  if (failed < 3 || accepted.length - failed < 3 || tests * accepted.length > mostValues) return [];
  const columns = numeric.map(({ name, numbers }) => ({ name, ranked: ranks(numbers) }));
  const found = columns.flatMap((first, place) =>
    columns.slice(place + 1).flatMap((second) =>
      sides.flatMap((side) =>
        sides.flatMap((other) => {
          const depth = first.ranked.map((rank, row) =>
            Math.min(
              side === 'high' ? rank : -rank + accepted.length + 1,
              other === 'high'
                ? (second.ranked[row] ?? NaN)
                : accepted.length + 1 - (second.ranked[row] ?? NaN),
            ),
          );
          const test = rankSumTest(depth, accepted);
          return test?.side === 'high' && test.pValue <= chance / tests
            ? [{ ...test, input: first.name, side, and: { input: second.name, side: other } }]
            : [];
        }),
      ),
    ),
  );
  return found.toSorted((a, b) => a.pValue - b.pValue).slice(0, 1);
}
