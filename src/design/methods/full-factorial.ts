import { DesignError } from '../../errors.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsOnLevels } from '../points.ts';

/** Every level of each variable with every level of the others; the first variable changes fastest. */
export const fullFactorial: DesignMethodEntry = {
  title: 'Full factorial (crossed)',
  when: 'few variables on few levels, all combinations wanted',
  runs: 'product of the numbers of levels',
  options: [],
  create: (context) => {
    const levels = context.variables.map((variable) => variable.levels());
    const strides: number[] = [];
    let rowCount = 1;
    for (const { length } of levels) {
      strides.push(rowCount);
      rowCount *= length;
    }
    if (rowCount > 2 ** 31) {
      throw new DesignError(
        'DESIGN_RUNS',
        `Expected a crossed design of at most 2^31 rows, got ${rowCount}`,
        { path: ['design'], hint: 'fewer levels, or a latin-hypercube' },
      );
    }
    return pointsOnLevels(
      levels,
      context.structureRuns(rowCount),
      (variable, row) =>
        Math.floor(row / (strides[variable] ?? 1)) % (levels[variable]?.length ?? 1),
    );
  },
};
