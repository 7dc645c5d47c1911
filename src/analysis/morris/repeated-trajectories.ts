import type { Cell } from '../../design/cell.ts';
import type { MovedVariable } from './morris-effects.ts';
import { groupRows } from '../row-groups.ts';
import type { StudyStructure } from '../study-table.ts';

/** Says how many trajectories were run more than once, by `replicates` or as the table holds them again. */
export function repeatedTrajectories(
  moved: readonly MovedVariable[],
  { replicates = 1 }: Pick<StudyStructure, 'replicates'>,
): readonly string[] {
  if (replicates > 1) {
    return [
      `each trajectory was run ${replicates} times, and the intervals take its effects for ${replicates} independent ones: take more trajectories instead of \`replicates\``,
    ];
  }
  const size = moved.length + 1;
  const count = Math.floor((moved[0]?.values.length ?? 0) / size);
  const columns = moved.flatMap(({ values }) =>
    Array.from({ length: size }, (_, step) =>
      Array.from({ length: count }, (_unused, at): Cell => values[at * size + step] ?? NaN),
    ),
  );
  const { sizes, count: distinct } = groupRows(columns, count);
  // On few levels some meet by chance, not all.
  if (count === 0 || sizes.some((size) => size === 1)) return [];
  return [
    `${count - distinct} of ${count} trajectories repeat others, and the intervals take them for independent ones`,
  ];
}
