import type { Cell } from '../../design/cell.ts';
import { cellsOfCase } from '../each-case.ts';
import type { PickFreezeBlocks } from './pick-freeze.ts';
import { groupRows } from '../row-groups.ts';
import type { StudyColumn, StudyStructure } from '../study-table.ts';

/** The base sample of each block, where blocks are run several times: such tell no more of the inputs than one. */
export interface BaseSamples {
  readonly of: Uint32Array;
  readonly count: number;
}

/**
 * Blocks with the same row A are of one base sample where the study repeats its rows; otherwise those with the same rows A and B, as a table may hold
 * them twice, where an input whose values are many tells that from chance. Undefined where each block has its own.
 * @param inputs columns over all runs
 */
export function basesOfBlocks(
  inputs: readonly StudyColumn[],
  { size, count }: PickFreezeBlocks,
  { replicates = 1, cases = 1, variables }: StudyStructure,
): BaseSamples | undefined {
  const drawn = inputs.filter(({ name }) => variables.includes(name));
  const rowsAt = (place: number): readonly (readonly Cell[])[] =>
    drawn.map(({ values }) => {
      const cells = cellsOfCase(values, cases);
      return Array.from({ length: count }, (_, block) => cells[block * size + place] ?? NaN);
    });
  const first = rowsAt(0);
  if (replicates > 1) return fewerThan(count, groupRows(first, count));
  const groups = groupRows([...first, ...rowsAt(size - 1)], count);
  const isByChance = first.every((column) => new Set(column).size < groups.count);
  return isByChance ? undefined : fewerThan(count, groups);
}

function fewerThan(count: number, groups: BaseSamples): BaseSamples | undefined {
  return groups.count < count ? groups : undefined;
}
