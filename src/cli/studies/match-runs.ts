/** Which runs of two plans have the same inputs. Pure. */
import type { Plan } from '../../study/plan.ts';

/** Runs by their numbers, each list ascending. */
export interface MatchedRuns {
  /** Run of the first plan, run of the second. */
  readonly pairs: readonly (readonly [first: number, second: number])[];
  readonly onlyInFirst: readonly number[];
  readonly onlyInSecond: readonly number[];
}

/** Rows that are read at once. */
const blockSize = 10_000;

/**
 * Matches runs by the values of all inputs, whatever their numbers are, so that a design in another order or with more runs is compared too. Runs of
 * equal inputs, such as replicates, are matched in their order. Both plans must have the same input columns.
 */
export function matchRuns(first: Plan, second: Plan): MatchedRuns {
  const waiting = new Map<string, number[]>();
  for (const { run, key } of keysOf(second, first.columns)) {
    const runs = waiting.get(key);
    if (runs === undefined) waiting.set(key, [run]);
    else runs.push(run);
  }
  // The next one is taken from the end.
  for (const runs of waiting.values()) runs.reverse();
  const pairs: (readonly [number, number])[] = [];
  const onlyInFirst: number[] = [];
  for (const { run, key } of keysOf(first, first.columns)) {
    const found = waiting.get(key)?.pop();
    if (found === undefined) onlyInFirst.push(run);
    else pairs.push([run, found]);
  }
  const onlyInSecond = [...waiting.values()].flat().sort((a, b) => a - b);
  return { pairs, onlyInFirst, onlyInSecond };
}

function* keysOf(
  plan: Plan,
  names: readonly string[],
): Generator<{ readonly run: number; readonly key: string }> {
  const places = names.map((name) => plan.columns.indexOf(name));
  const size = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  for (let start = 0; start < size; start += blockSize) {
    const { runNumbers, columns } = plan.block(start, Math.min(blockSize, size - start));
    for (const [row, run] of runNumbers.entries()) {
      yield { run, key: JSON.stringify(places.map((place) => columns[place]?.[row] ?? null)) };
    }
  }
}
