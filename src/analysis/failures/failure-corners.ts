import type { Cell } from '../../design/cell.ts';
import type { FailureBias } from './describe-bias.ts';
import { failureShares } from './failure-shares.ts';
import { rankSumTest } from './rank-sum-test.ts';
import { ranks } from '../../numbers/ranks.ts';
import { numbersOf } from '../study-table.ts';

/** More values than this aren't ranked. */
const mostValues = 5e6;

const sides = ['low', 'high'] as const;

/**
 * The corner of two inputs in which failures lie, at a level over all corners together: a run is as deep in a corner as the less extreme of its two ranks. Failures there
 * hardly show in either input alone.
 * @param shared what runs share of their inputs; absent: nothing
 * @returns at most one
 */
export function cornerBias(
  inputs: readonly { readonly name: string; readonly values: Float64Array | readonly Cell[] }[],
  accepted: readonly boolean[],
  chance: number,
  shared?: Uint32Array,
): readonly FailureBias[] {
  const numeric = inputs.flatMap(({ name, values }) => {
    const numbers = numbersOf(values);
    return numbers ? [{ name, numbers }] : [];
  });
  const tests = 2 * numeric.length * (numeric.length - 1);
  const failed = accepted.filter((isAccepted) => !isAccepted).length;
  if (failed < 3 || accepted.length - failed < 3 || tests * accepted.length > mostValues) return [];
  const found = numeric.flatMap((first, place) =>
    numeric.slice(place + 1).flatMap((second) => {
      const shares = failureShares([first.numbers, second.numbers], accepted, shared);
      return sides.flatMap((side) =>
        sides.flatMap((other) => {
          const test = rankSumTest(depthIn(shares.columns, [side, other]), shares.failed);
          return test?.side === 'high' && test.pValue <= chance / tests
            ? [{ ...test, input: first.name, side, and: { input: second.name, side: other } }]
            : [];
        }),
      );
    }),
  );
  return found.toSorted((a, b) => a.pValue - b.pValue).slice(0, 1);
}

/** How deep each place is in a corner: the less extreme of its ranks. */
function depthIn(
  columns: readonly Float64Array[],
  corner: readonly ('low' | 'high')[],
): Float64Array {
  const deep = columns.map((column, place) => {
    const ranked = ranks(column);
    return corner[place] === 'high' ? ranked : ranked.map((rank) => column.length + 1 - rank);
  });
  const [first = new Float64Array(), ...others] = deep;
  return first.map((depth, row) =>
    others.reduce((least, other) => Math.min(least, other[row] ?? NaN), depth),
  );
}
