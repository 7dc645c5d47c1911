import { cellsOfCase } from './each-case.ts';
import type { PickFreezeBlocks } from './pick-freeze.ts';
import { groupRows } from './row-groups.ts';
import type { StudyColumn, StudyStructure } from './study-table.ts';

/** The base sample of each block, where blocks are run several times: such tell no more of the inputs than one. */
export interface BaseSamples {
  readonly of: Uint32Array;
  readonly count: number;
}

/**
 * Blocks with the same row A are of one base sample; undefined where each has its own.
 * @param inputs columns over all runs
 */
export function basesOfBlocks(
  inputs: readonly StudyColumn[],
  { size, count }: PickFreezeBlocks,
  { replicates = 1, cases = 1, variables }: StudyStructure,
): BaseSamples | undefined {
  if (replicates === 1) return undefined;
  const columns = inputs
    .filter(({ name }) => variables.includes(name))
    .map(({ values }) => {
      const cells = cellsOfCase(values, cases);
      return Array.from({ length: count }, (_, block) => cells[block * size] ?? NaN);
    });
  const groups = groupRows(columns, count);
  return groups.count < count ? groups : undefined;
}
