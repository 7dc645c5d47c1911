import type { Cell } from '../design/cell.ts';
import { moments } from './moments.ts';

/** The response at one level of an input. */
export interface LevelMean {
  readonly level: Cell;
  readonly count: number;
  readonly mean: number;
  readonly standardDeviation?: number;
}

/** Mean response at each level of an input, over whatever the others did; levels in order of appearance. */
export function levelMeans(
  input: Float64Array | readonly Cell[],
  response: Float64Array,
): readonly LevelMean[] {
  const byLevel = new Map<Cell, number[]>();
  for (let row = 0; row < response.length; row += 1) {
    const level = input[row];
    const value = response[row] ?? NaN;
    if (level === undefined || !Number.isFinite(value)) continue;
    const values = byLevel.get(level) ?? [];
    values.push(value);
    byLevel.set(level, values);
  }
  return Array.from(byLevel, ([level, values]) => {
    const found = moments(Float64Array.from(values));
    return {
      level,
      count: values.length,
      mean: found?.mean ?? NaN,
      ...(found?.standardDeviation === undefined
        ? {}
        : { standardDeviation: found.standardDeviation }),
    };
  });
}
